import { isDeepStrictEqual } from "node:util";
import { type FinishReason, type ToolDefinition, validateInput } from "@millrace/protocol";
import { bridgeFetch } from "../bridge/bridge-fetch.js";
import { CLIENT_LIBRARIES } from "../bridge/client-libraries.js";
import type { ClientLibrary } from "../bridge/client-library.js";
import { startRecordedUpstream } from "../bridge/recorded-upstream.js";
import type { SeenAnswer, SeenPart } from "../bridge/seen-answer.js";
import { cutsOf } from "../cuts.js";
import type { Kind, Outcome } from "../kind.js";
import { shorten } from "../shorten.js";
import {
  blockDifference,
  CASE_DIALECTS,
  type Expected,
  type ExpectedBlock,
  type Given,
  type ParsingCase,
  toolsOf,
} from "./parsing-case.js";

/** The cases of `parsing` once more: the model is the bridge's upstream, and makers' own libraries see what comes of it. */
export const BRIDGE_PARSING: Kind = {
  name: "bridge-parsing",
  folder: "cases",
  file: "parsing.jsonl",
  run: (line) => runCase(line as ParsingCase),
};

/** What a user would say of such a model. */
const OPENS_IN_REASONING = { reasoning: { form: "tags", opensInPrompt: true, back: "drop" } } as const;

async function runCase({ id, given, expect }: ParsingCase): Promise<Outcome> {
  const dialect = CASE_DIALECTS[given.dialect];
  if (dialect === undefined) return { status: "not-yet", detail: `dialect ${given.dialect}` };
  const tools = toolsOf(given);
  for (const { name, pieces } of upstreamAnswers(given, id)) {
    const server = await startRecordedUpstream("text/event-stream", pieces);
    try {
      const mode = given.deltas === undefined ? "text" : "salvage";
      const fetch = bridgeFetch({
        upstream: `${server.url}/v1`,
        provider: "custom",
        mode,
        dialect,
        ...(given.startInThinking === true && { profile: OPENS_IN_REASONING }),
      });
      for (const library of CLIENT_LIBRARIES) {
        const seen = await library.ask(fetch, tools);
        const differences = (expect.acceptAny ?? [expect]).map((expected) =>
          difference(seen, expected, tools, library),
        );
        if (!differences.includes(undefined)) {
          return { status: "failed", detail: `${library.wire}, ${name}: ${differences[0]}` };
        }
      }
    } finally {
      await server.close();
    }
  }
  return { status: "passed" };
}

/** The answer on OpenAI's chat wire, whole and in other cuts. */
function upstreamAnswers(given: Given, seed: string): { name: string; pieces: readonly string[] }[] {
  const reason = given.ended ?? given.finishReason ?? "stop";
  const end = [chunk({}, FINISHES[reason] ?? reason), "data: [DONE]\n\n"];
  if (given.deltas !== undefined) {
    const deltas = given.deltas.map(({ index, id, name, arguments: json }) =>
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: json } }] }),
    );
    return [{ name: "as given", pieces: [...deltas, ...end] }];
  }
  const pieces = given.chunks ?? [given.text ?? given.generate?.unit.repeat(given.generate.count) ?? ""];
  return [{ name: "as given", pieces }, ...cutsOf(pieces.join(""), seed)].map((cut) => ({
    name: cut.name,
    pieces: [...cut.pieces.map((content) => chunk({ content })), ...end],
  }));
}

const FINISHES: Readonly<Partial<Record<FinishReason, string>>> = {
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
};

function chunk(delta: object, reason: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
}

/** The first difference in words, or undefined. */
function difference(
  seen: SeenAnswer,
  expected: Expected,
  tools: readonly ToolDefinition[],
  library: ClientLibrary,
): string | undefined {
  if (seen.error !== undefined) return `it failed: ${seen.error}`;
  const calls = seen.parts.flatMap((part) => (part.type === "call" ? [part] : []));
  const leaked = expected.neverShown?.find((text) => seen.shown.some((one) => one.includes(text)));
  if (leaked !== undefined) return `${leaked} was shown`;
  if (expected.blocks !== undefined) {
    const [got, wanted] = [seen.parts.map(asBlock), expected.blocks].map((blocks) =>
      comparable(blocks, library.wire === "openai-chat"),
    );
    const found = blockDifference(got ?? [], wanted ?? [], expected, tools);
    if (found !== undefined) return found;
  }
  const runnable = calls.filter((call) => errorsOf(call, tools).length === 0).map(({ name }) => name);
  if (expected.executed !== undefined && !isDeepStrictEqual(runnable, expected.executed)) {
    return `${shorten(runnable)} would run, not ${shorten(expected.executed)}`;
  }
  const cut = library.finishes.length?.includes(seen.finish ?? "");
  if (expected.truncatedCall !== undefined && cut !== expected.truncatedCall) return `it ends with ${seen.finish}`;
  const ids = calls.map(({ id }) => id);
  if (expected.idsUniqueAndNonEmpty === true && (ids.includes("") || new Set(ids).size < ids.length)) {
    return `ids are ${shorten(ids)}`;
  }
  if (expected.error !== undefined && !calls.some((call) => errorsOf(call, tools).includes(expected.error ?? ""))) {
    return `no call is answered with ${expected.error}`;
  }
  return undefined;
}

/** A call that was cut has no arguments to compare; in chat completions text and calls have no order between them. */
function comparable(blocks: readonly ExpectedBlock[], apart: boolean): readonly ExpectedBlock[] {
  const known = blocks.map((block) => (block.type === "tool" && block.partial ? { ...block, params: {} } : block));
  if (!apart) return known;
  const joined = (["reasoning", "text"] as const).flatMap((type): ExpectedBlock[] => {
    const texts = known.flatMap((block) => (block.type === type ? [block.text.trim()] : []));
    return texts.length === 0 ? [] : [{ type, text: texts.join("").replaceAll(/\s+/g, "") }];
  });
  return [...joined, ...known.filter(({ type }) => type === "tool")];
}

function asBlock(part: SeenPart): ExpectedBlock {
  if (part.type !== "call") return part;
  const input = inputOf(part);
  return {
    type: "tool",
    name: part.name,
    params: Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)])),
    partial: input === undefined,
  };
}

/** Undefined where the call was cut: its arguments are no JSON. */
function inputOf({ json }: Extract<SeenPart, { type: "call" }>): object | undefined {
  try {
    const input: unknown = JSON.parse(json);
    return typeof input === "object" && input !== null ? input : undefined;
  } catch {
    return undefined;
  }
}

/** In the words of the cases. */
function errorsOf(call: Extract<SeenPart, { type: "call" }>, tools: readonly ToolDefinition[]): string[] {
  const input = inputOf(call);
  if (input === undefined) return ["cut"];
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return ["unknown_tool"];
  return validateInput(tool, input).map(({ kind, path }) => (kind === "missing" ? `missing_param:${path}` : kind));
}
