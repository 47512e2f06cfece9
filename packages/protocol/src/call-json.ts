import type { BlockEvent } from "./block-event.js";
import { isPlainText } from "./schema/coerce.js";
import { propertySchema } from "./schema/conform.js";
import { isUnsafeKey } from "./schema/parse-json.js";
import type { ToolDefinition } from "./tool-definition.js";

/** The events of one call. */
export type CallEvent = Extract<BlockEvent, { type: "param-start" | "param-delta" | "param-end" | "tool-end" }>;

/** No value at all, where text is wanted: nothing is written that may still become this. */
const NULL = "null";
/** Longer than this no text is held: blanks before the word, and the word. */
const MAX_HELD = 16;

/** A text that is being written. `held`: what of it was not sent yet, as it may be no text; undefined once it was begun. */
interface OpenText {
  readonly name: string;
  held: string | undefined;
}

/**
 * Writes the arguments of one call as JSON while the model still writes them, whatever dialect it writes: events of the
 * call in, pieces of JSON text out. The pieces joined are one object, equal to the call's `input`; of a call that was
 * cut off they stop in the middle, as a server's own would.
 *
 * Values of parameters that are text by the schema go out as they come; all others when the call has closed, typed, behind
 * them. A value of another kind where the schema wants text (a model wrote an object for the content of a file) is given
 * as its JSON text; `null` stays null. O(1) per character.
 *
 * @example
 * const json = new CallJson(tools.find(({ name }) => name === block.name));
 * createParser({ tools, onEvent: (event) => { if (isOfThisCall(event)) send(json.push(event)); } });
 */
export class CallJson {
  readonly #tool: ToolDefinition | undefined;
  /** What is written, or left out for good. */
  readonly #done = new Set<string>();
  #begun = false;
  /** The parameter that is being written. */
  #open: OpenText | undefined;

  /** @param tool that is called; undefined where there is none of that name: then all is given at the end */
  constructor(tool: ToolDefinition | undefined) {
    this.#tool = tool;
  }

  /** What may be sent of the arguments now; often nothing. Give it all events of the call, in order. */
  push(event: CallEvent): string {
    switch (event.type) {
      case "param-start":
        if (this.#open === undefined && this.#isText(event.param)) this.#open = { name: event.param, held: "" };
        return "";
      case "param-delta":
        return this.#open?.name === event.param ? this.#text(this.#open, event.text) : "";
      case "param-end":
        return this.#open?.name === event.param ? this.#endText(this.#open) : "";
      case "tool-end":
        return event.value.closedBy === "end" ? "" : this.#rest(event.value.input);
    }
  }

  #isText(name: string): boolean {
    if (this.#tool === undefined || this.#done.has(name) || isUnsafeKey(name)) return false;
    const schema = propertySchema(this.#tool.parameters, name);
    return schema !== undefined && schema["x-ignored"] !== true && isPlainText(schema);
  }

  #text(open: OpenText, text: string): string {
    if (open.held === undefined) return escaped(text);
    open.held += text;
    return open.held.length <= MAX_HELD && NULL.startsWith(open.held.trim()) ? "" : this.#begin(open);
  }

  #endText({ held }: OpenText): string {
    this.#open = undefined;
    // Whether what was held is a text, no value or nothing, the closed call says.
    return held === undefined ? '"' : "";
  }

  #begin(open: OpenText): string {
    const { name, held = "" } = open;
    open.held = undefined;
    this.#done.add(name);
    return `${this.#separator()}${JSON.stringify(name)}:"${escaped(held)}`;
  }

  #separator(): string {
    const separator = this.#begun ? "," : "{";
    this.#begun = true;
    return separator;
  }

  #rest(input: unknown): string {
    if (typeof input !== "object" || input === null || Array.isArray(input)) {
      return this.#begun ? "}" : JSON.stringify(input ?? {});
    }
    const left = Object.entries(input).filter(([name, value]) => !this.#done.has(name) && value !== undefined);
    const members = left.map(([name, value]) => `${this.#separator()}${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return `${members.join("")}${this.#begun ? "}" : "{}"}`;
  }
}

/** A piece of a JSON string. A pair of surrogates that was cut in two is written as two escapes, which are one character. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
