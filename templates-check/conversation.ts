import type { ToolResult } from "@millrace/agent";

/** A conversation to be had with our agent, as data: what people say, what the model answers, what tools give back. */
export interface Conversation {
  /** As the table names it. */
  kind: string;
  runs: readonly Run[];
  /** The model's window, tokens. Absent: not known, so nothing is left out. */
  window?: number;
  /** The model takes no images. */
  vision?: false;
}

/** What a user says, and the model's messages up to its answer. */
export interface Run {
  user: string;
  answers: readonly Said[];
}

/** One message of the model. */
export interface Said {
  /** In its field natively; in text protocol between tags. */
  reasoning?: string;
  text?: string;
  calls?: readonly SaidCall[];
  /** `length`: the output limit cuts the last call in its middle. `stop`: the user stops the run while the text comes. */
  cut?: "length" | "stop";
}

/** A call, and what becomes of it. */
export interface SaidCall {
  name: string;
  /** No two calls of a conversation have the same arguments. */
  arguments: Readonly<Record<string, string>>;
  /** What its tool gives back; `rejected`: the user says no, with these words; `stop`: the user stops the run while it works. */
  result: ToolResult | { rejected: string } | "stop";
}
