/**
 * A stretch of what the reader was fed, in UTF-16 units. Each channel counts from 0: `"text"`, `"reasoning"` (the
 * wire's own reasoning field) and `"arguments:<index>"` for each native call. On each channel the spans of the blocks
 * and the gaps of the reader tile the raw text.
 */
export interface Span {
  channel: string;
  start: number;
  end: number;
}

/** One part of an assistant message. A block is `partial` until it ended; an ended block never changes. */
export type Block = TextBlock | ReasoningBlock | ToolUseBlock;

/** What the user sees. Keeps its blanks; there is no text block of blanks alone. */
export interface TextBlock {
  type: "text";
  text: string;
  partial: boolean;
  span: Span;
}

/**
 * What the model thought; without text where the server hides it. `signature` is opaque and goes back to the provider
 * unchanged. It ends its block, so there is one for each stretch that was signed. What goes back may hold the text once
 * more, as `text` here is for people: blanks at its beginning are left out.
 */
export interface ReasoningBlock {
  type: "reasoning";
  text: string;
  partial: boolean;
  signature?: string;
  span: Span;
}

/** A tool call, however the model wrote it. Nothing after the reader knows which way it came. */
export interface ToolUseBlock {
  type: "tool-use";
  /** Ours: message id + `.` + ordinal of the call in the message, whatever the cuts. */
  id: string;
  /** The wire's own id, if it sent a non-empty one. The same id twice in a message is the same call. */
  providerCallId?: string;
  name: string;
  /** Name of the dialect it was read in; `"native"` for native calls. */
  dialect: string;
  /**
   * Raw text of each argument in the order written: of a JSON string the decoded value, of any other JSON value its
   * text. Made when asked for: read it when the block is closed, never on each delta.
   */
  params: readonly (readonly [name: string, text: string])[];
  /** The arguments typed by the tool's schema; only on a closed block. What does not fit its schema is kept raw. */
  input?: unknown;
  partial: boolean;
  /** `close`: the model closed it · `repair`: closed by a rule, see `repairs` · `end`: cut off, never to be run. */
  closedBy?: "close" | "end" | "repair";
  /** What was mended. */
  repairs: readonly Repair[];
  /** Why this may be talk, not action. A doubtful call is asked about before it runs. */
  doubtful?: string;
  /** Opaque, goes back to the provider unchanged. */
  signature?: string;
  span: Span;
}

/** One thing that was mended or noticed while reading. `message` is a sentence for the user and for the model. */
export interface Repair {
  kind: RepairKind;
  message: string;
}

/** What was mended or noticed. */
export type RepairKind =
  | "implied-parameter-close"
  | "implied-call-close"
  | "repeated-parameter"
  | "attributes"
  | "wrong-case"
  | "blanks-in-tag"
  | "junk-after-body"
  | "ended-reasoning"
  | "json-syntax"
  | "cdata"
  | "orphan-close"
  | "repeated-call"
  | "nameless-call"
  | "too-long"
  | "unsafe-key";
