import type { ToolDefinition } from "../tool-definition.js";

/** How much of the prompt a small window can afford. */
export type Tier = "full" | "compact" | "minimal";

/** A call to be written into history. `input` holds the arguments as values. */
export interface RenderableCall {
  name: string;
  input: Readonly<Record<string, unknown>>;
}

/** A result to be written into history. `target` is what the call was about, e.g. its path. */
export interface RenderableResult {
  name: string;
  status: "ok" | "error" | "rejected" | "skipped" | "cut-off" | "interrupted";
  text: string;
  target?: string;
}

/** A rendered call. `readsBack` is false where reading `text` again does not give the same call. */
export interface RenderedCall {
  text: string;
  readsBack: boolean;
}

/**
 * One textual way of calling tools: how it is read, rendered and taught. A dialect is one file in this folder.
 * Property, tested: what a dialect renders it reads back as the same calls (or says that it does not).
 */
export interface Dialect {
  name: string;
  /** Model families that emit it without being taught, for choosing a default. */
  families: readonly string[];
  /** Which reader reads it. `tags`: `<tool><param>value</param></tool>`. */
  reader: "tags";
  /** Whether blanks around a scalar value are layout (trimmed) or data. Bodies are always data. */
  scalars: "layout" | "data";
  /** Writes a call as the model would, unchecked: `renderCall` of this package reads it back. `tools` gives the schemas. */
  writeCall(call: RenderableCall, tools: readonly ToolDefinition[]): string;
  /** Writes a result for the next user message, fenced off so that it can neither close its frame nor open a call. */
  renderResult(result: RenderableResult, tools: readonly ToolDefinition[]): string;
  /** The prompt section that teaches the dialect and the tools. */
  teach(tools: readonly ToolDefinition[], tier: Tier): string;
}
