import { isDeepStrictEqual } from "node:util";
import { bodyParameters, type FinishReason, type ToolDefinition } from "@millrace/protocol";
import type { Line } from "../kind.js";
import { shorten } from "../shorten.js";

/** A line of `parsing`; the README of the cases says what the fields mean. */
export interface ParsingCase extends Line {
  readonly given: Given;
  readonly expect: Expected & { readonly acceptAny?: readonly Expected[] };
}

export interface Given {
  readonly dialect: string;
  /** The parameters of each tool, all required. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly text?: string;
  readonly chunks?: readonly string[];
  readonly generate?: { readonly unit: string; readonly count: number };
  readonly deltas?: readonly NativeDelta[];
  readonly ended?: FinishReason;
  readonly finishReason?: FinishReason;
  readonly startInThinking?: boolean;
}

export interface NativeDelta {
  readonly index: number;
  readonly id?: string;
  readonly name?: string;
  readonly arguments?: string;
}

export interface Expected {
  readonly blocks?: readonly ExpectedBlock[];
  readonly exact?: boolean;
  readonly acceptTrailingNewlineLoss?: boolean;
  readonly executed?: readonly unknown[];
  readonly neverShown?: readonly string[];
  readonly truncatedCall?: boolean;
  readonly idsUniqueAndNonEmpty?: boolean;
  /** `missing_param:<name>`. */
  readonly error?: string;
}

export type ExpectedBlock =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | {
      readonly type: "tool";
      readonly name: string;
      readonly params: Readonly<Record<string, string>>;
      readonly partial: boolean;
    };

/** How the dialects of the cases are named here. */
export const CASE_DIALECTS: Readonly<Record<string, string>> = {
  tags: "cline",
  native: "cline",
  "hermes-json": "hermes",
  "qwen-xml": "qwen3-coder",
};

/** The tools of a case: all parameters are texts, and required. */
export function toolsOf(given: Given): ToolDefinition[] {
  return Object.entries(given.tools).map(([name, names]) => ({
    name,
    description: "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(names.map((parameter) => [parameter, { type: "string" }])),
      required: names,
    },
  }));
}

/** The first difference of blocks in words, or undefined: texts trimmed, bodies as the case wants it. */
export function blockDifference(
  got: readonly ExpectedBlock[],
  wanted: readonly ExpectedBlock[],
  { exact, acceptTrailingNewlineLoss }: Expected,
  tools: readonly ToolDefinition[],
): string | undefined {
  const bodies = (name: string) => bodyParameters(tools.find((tool) => tool.name === name)?.parameters ?? {});
  const normal = (block: ExpectedBlock, change: (value: string) => string) =>
    block.type === "tool"
      ? { ...block, params: mapBodies(block.params, bodies(block.name), change) }
      : { ...block, text: block.text.trim() };
  const changes =
    exact === true
      ? [(value: string) => value, ...(acceptTrailingNewlineLoss === true ? [withoutLastLineBreak] : [])]
      : [(value: string) => value.trim()];
  const passes = changes.some((change) =>
    isDeepStrictEqual(
      got.map((block) => normal(block, change)),
      wanted.map((block) => normal(block, change)),
    ),
  );
  return passes ? undefined : `got ${shorten(got)}, wanted ${shorten(wanted)}`;
}

function mapBodies(
  params: Readonly<Record<string, string>>,
  bodies: ReadonlySet<string>,
  change: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, bodies.has(name) ? change(value) : value]),
  );
}

function withoutLastLineBreak(value: string): string {
  return value.replace(/\r?\n$/, "");
}
