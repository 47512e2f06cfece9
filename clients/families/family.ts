import type { ToolCall } from "../tool-call.js";

/** What a model says in one message. */
export interface Said {
  words: string;
  call?: ToolCall;
}

/** A family of models, and how its members write a message that calls a tool. Written from its templates, not with our renderer. */
export interface Family {
  /** The dialect, as the bridge names it. */
  dialect: string;
  /** A model of the family, as servers name it. */
  model: string;
  write(said: Said): string;
  /** Markup that no user of a client may ever see. */
  marks: readonly string[];
}
