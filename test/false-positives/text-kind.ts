import type { ToolDefinition } from "@millrace/protocol";

/** Takes one of a list at random, the same for the same seed. */
export type Pick = <T>(of: readonly T[]) => T;

/** A kind of text that holds no call, made of parts that could each be a message of its own. */
export interface TextKind {
  readonly name: string;
  /** One part. `tools` are those of the turn: the text may well speak of them. */
  part(pick: Pick, tools: readonly ToolDefinition[]): string;
}
