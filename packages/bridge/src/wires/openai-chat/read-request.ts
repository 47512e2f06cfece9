import type { ClientRequest } from "../../client-request.js";
import { type JsonRecord, listIn, textIn } from "../../json.js";
import { readHistory } from "./read-history.js";
import { readToolChoice } from "./read-tool-choice.js";
import { readTools } from "./read-tools.js";
import { RequestFields } from "./request-fields.js";

/**
 * Reads a request of this wire. Fields that say how one answer is sampled, what it is billed to and the like are passed
 * on in `extra`, and so is a field whose value makes no sense here, e.g. `max_tokens: -1`. `n` is left out: there is one
 * choice. Where both limits of tokens are given, the newer name counts. O(body).
 *
 * @throws RequestFault where `messages` is no list, an empty one, or has an item that is no object
 */
export function readRequest(body: JsonRecord): ClientRequest {
  const fields = new RequestFields(body);
  const history = readHistory(fields.take("messages", (value) => value));
  const model = fields.take("model", (value) => textIn(value) ?? "") ?? "";
  const stream = fields.take("stream", (value) => value === true) ?? false;
  const streamOptions = fields.take("stream_options", (value) => value);
  fields.take("n", () => true);

  const defined = fields.take("tools", listIn) ?? [];
  const functions = fields.take("functions", listIn) ?? [];
  const isLegacy = defined.length === 0 && functions.length > 0;
  const legacyChoice = fields.take("function_call", readToolChoice);
  const { choice, allowed } = fields.take("tool_choice", readToolChoice) ?? legacyChoice ?? {};
  const { tools, textTools, leftOut } = readTools([...defined, ...functions], allowed);

  const parallel = fields.take("parallel_tool_calls", booleanIn);
  const parallelToolCalls = isLegacy ? false : parallel;
  const olderLimit = fields.take("max_tokens", countIn);
  const maxOutputTokens = fields.take("max_completion_tokens", countIn) ?? olderLimit;
  const stop = fields.take("stop", stopIn) ?? [];

  return {
    model,
    stream,
    ...history,
    tools,
    textTools,
    ...(choice !== undefined && { toolChoice: choice }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(stop.length > 0 && { stop }),
    ...(leftOut.length > 0 && { leftOut }),
    extra: fields.rest,
    echo: { stream_options: streamOptions, ...(isLegacy && { functions }) },
  };
}

function booleanIn(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function countIn(value: unknown): number | undefined {
  return typeof value === "number" && value >= 1 && Number.isFinite(value) ? Math.floor(value) : undefined;
}

function stopIn(value: unknown): readonly string[] | undefined {
  const words: unknown = typeof value === "string" ? [value] : value;
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) return undefined;
  return words.filter((word) => word !== "");
}
