import type { Frame } from "../readers/frame.js";
import type { LiteralMark } from "../scan/literal-mark.js";
import type { LessonParts } from "../teach/lesson-parts.js";
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
  /** A tag with a tool's name opens a call: `<tool><param>value</param></tool>`. */
  toolTags?: true;
  /** How a tool's tag is read on where text follows it and not a tag: from the first character that is no blank. */
  toolBodies?: readonly Frame[];
  /** The other ways in which calls begin, each with how it is read from there. */
  frames: readonly Frame[];
  /** Dialects that are read besides this one, all at once. */
  reads?: readonly Dialect[];
  /** Tags that stand around text or calls and are not shown, open and close, e.g. `answer`. Lower case. */
  hiddenTags?: readonly string[];
  /** Tags that are left out of the text they stand in, open and close, e.g. of citations. Lower case. */
  inlineTags?: readonly string[];
  /** As `hiddenTags`, for marks that are no tags, and words that open or close reasoning in this dialect alone. */
  literals?: readonly LiteralMark[];
  /** Tags, as they are looked up, before which reasoning ends that one of the frames opened. They are then read as text. */
  endsReasoning?: readonly string[];
  /** Whether blanks around a scalar value are layout (trimmed) or data. Bodies are always data. */
  scalars: "layout" | "data";
  /** Writes a call as the model would, unchecked: `renderCall` of this package reads it back. `tools` gives the schemas. */
  writeCall(call: RenderableCall, tools: readonly ToolDefinition[]): string;
  /** Writes a result for the next user message, fenced off so that it can neither close its frame nor open a call. */
  renderResult(result: RenderableResult, tools: readonly ToolDefinition[]): string;
  /** The prompt section that teaches the dialect and the tools. */
  teach(tools: readonly ToolDefinition[], tier: Tier): string;
  /** The same section in its parts. */
  teachParts(tools: readonly ToolDefinition[], tier: Tier): LessonParts;
}
