import { utf8Bytes } from "../context/estimate.js";
import { messageBytes, toolBytes } from "../context/measure.js";
import { joinUser } from "../history/user-message.js";
import { DEFAULT_BYTES_PER_TOKEN } from "../limits.js";
import type { EnvironmentFacts } from "./context-source.js";
import { wordEnvironment } from "./environment.js";
import type { PromptContext } from "./prompt-context.js";
import { shortenTools } from "./shorten-tools.js";
import { type SystemPart, systemParts } from "./system-parts.js";

/** What a first request holds besides the prompt, and how it is counted. */
export interface FirstRequest {
  /** The user's words. */
  task: string;
  /** What the environment note is worded from. Default: there is no note. */
  facts?: Partial<EnvironmentFacts>;
  /** As the profile has it. Default 4. */
  bytesPerToken?: number;
}

/** One part of a request and what it takes. */
export interface PromptCost {
  /**
   * `instructions`: role, way of working and mode · `lesson`: how calls are written, in text only · `tool`: in text its
   * share of the lesson, natively its definition · `section`: one of a source, e.g. a rule file · `task`: the user's
   * words · `environment`: the note behind them.
   */
  kind: SystemPart["kind"] | "task" | "environment";
  /** The tool's name, the section's source; else what it is. */
  name: string;
  /** UTF-8, as requests are measured before they are sent: about what the part takes in the body. */
  bytes: number;
  /** Rounded so that those of all parts add up to those of the whole. */
  tokens: number;
}

/** What a first request takes, and where it goes. */
export interface PromptCosts {
  /** In the order of the request. Their bytes and tokens add up to the whole's. */
  parts: readonly PromptCost[];
  bytes: number;
  tokens: number;
}

/**
 * What the first request of a task takes in the context window, part by part: of the same context as `buildPrompt`, so it
 * is known what each tool and each rule file costs. O(prompt).
 *
 * @throws InvalidOptionError for a dialect that does not exist
 * @example
 * const { tokens, parts } = promptCosts(context, { task: "Fix the failing test." });
 * parts.filter(({ kind }) => kind === "tool").map(({ name, tokens }) => `${name}: ${tokens}`); // ["read_file: 94", …]
 */
export function promptCosts(
  context: PromptContext,
  { task, facts, bytesPerToken = DEFAULT_BYTES_PER_TOKEN }: FirstRequest,
): PromptCosts {
  const words = messageBytes(joinUser("task", [task], []));
  const note = facts ? wordEnvironment(facts, undefined, context.tier) : "";
  const sizes: readonly Omit<PromptCost, "tokens">[] = [
    ...systemParts(context).map(({ kind, name, text }) => ({ kind, name, bytes: utf8Bytes(text) })),
    ...(context.protocol === "native" ? definitionSizes(context) : []),
    { kind: "task", name: "task", bytes: words },
    ...(note === ""
      ? []
      : [
          {
            kind: "environment" as const,
            name: "environment note",
            bytes: messageBytes(joinUser("task", [task, note], [])) - words,
          },
        ]),
  ];
  const tokensOf = (bytes: number) => Math.ceil(bytes / bytesPerToken);
  let bytes = 0;
  const parts = sizes.map((size): PromptCost => {
    const before = bytes;
    bytes += size.bytes;
    return { ...size, tokens: tokensOf(bytes) - tokensOf(before) };
  });
  return { parts, bytes, tokens: tokensOf(bytes) };
}

/** The brackets of the list count with the first. */
function definitionSizes({ tools, tier }: PromptContext): Omit<PromptCost, "tokens">[] {
  return shortenTools(tools, tier).map((tool, at) => ({
    kind: "tool",
    name: tool.name,
    bytes: toolBytes([tool]) - (at === 0 ? 0 : 1),
  }));
}
