import { InvalidOptionError, type ToolDefinition } from "@millrace/protocol";
import type { Tool } from "./tool.js";

/** The tools of an agent, by name. Throws InvalidOptionError for a name that is empty or there twice. */
export class ToolRegistry {
  /** In the order given: what the model is told. */
  readonly definitions: readonly ToolDefinition[];
  readonly #tools = new Map<string, Tool>();

  constructor(tools: readonly Tool[]) {
    for (const tool of tools) {
      if (tool.name === "") throw new InvalidOptionError("tools", "A tool has an empty name. Give it one.");
      if (this.#tools.has(tool.name)) {
        throw new InvalidOptionError("tools", `Two tools are named \`${tool.name}\`. Rename or leave out one.`);
      }
      this.#tools.set(tool.name, tool);
    }
    this.definitions = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** The names, for telling a model which tools there are. */
  get names(): readonly string[] {
    return [...this.#tools.keys()];
  }

  /** Whether a call of this tool may change anything. A tool that is not there changes nothing. */
  changes(name: string): boolean {
    return (this.#tools.get(name)?.effects ?? "none") !== "none";
  }
}
