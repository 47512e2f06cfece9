import type { ToolDefinition } from "@millrace/protocol";
import type { Message } from "../history/message.js";
import { type TokenEstimator, utf8Bytes } from "./estimate.js";
import { toolBytes } from "./measure.js";
import { partSizes } from "./part-sizes.js";

/** What stands in front of every history. */
export interface PromptToSize {
  system: string;
  tools: readonly ToolDefinition[];
  estimator: TokenEstimator;
  /** What in the system prompt may be named. Called only where sizes are worded. */
  systemParts?: () => readonly SizedPart[];
}

/** A part of the system prompt, and its UTF-8 bytes. */
export interface SizedPart {
  name: string;
  bytes: number;
}

/** A part of the system prompt is named from this share of it on. */
const NAMED_SHARE = 1 / 10;

/**
 * Where the tokens of a request are, for people: `system prompt 2900 (rules from AGENTS.md 2100 of it), tools 0, task 12,
 * all of the user's words 12, …`. O(history).
 */
export function wordSizes(
  { system, tools, estimator, systemParts = () => [] }: PromptToSize,
  history: readonly Message[],
): string {
  const tokens = (bytes: number) => `${estimator.estimate(bytes)}`;
  const systemBytes = utf8Bytes(system);
  const large = systemParts()
    .filter(({ bytes }) => bytes >= systemBytes * NAMED_SHARE)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ name, bytes }) => `${name} ${tokens(bytes)}`);
  const { task, words, answers, results, largest } = partSizes(history);
  return [
    `system prompt ${tokens(systemBytes)}${large.length === 0 ? "" : ` (of that ${large.join(", ")})`}`,
    `tools ${tokens(toolBytes(tools))}`,
    `task ${tokens(task)}`,
    `all of the user's words ${tokens(words)}`,
    `all of the model's ${tokens(answers)}`,
    `all results ${tokens(results)}`,
    `largest result ${tokens(largest)}`,
  ].join(", ");
}
