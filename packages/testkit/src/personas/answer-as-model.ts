import { isJsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Part } from "../scenario.js";
import type { ChatTemplate } from "../templates/chat-template.js";
import { answerParts } from "../wires/answer-parts.js";
import { conversationOf } from "./conversation-of.js";
import type { ModelPersona } from "./model-persona.js";
import { type Reply, replyTo } from "./reply-to.js";
import { seePrompt } from "./see-prompt.js";
import { overflowRefusal, templateRefusal } from "./server-words.js";
import { writeCalls } from "./write-calls.js";

const MS = 1_000;

/**
 * What this persona answers to a request: its server renders and cuts the prompt, its model replies to what it then sees,
 * and the server reads that reply. `pace`: what share of the true time is waited.
 */
export function answerAsModel(
  persona: ModelPersona,
  template: ChatTemplate,
  pace: number,
  request: ReceivedRequest,
): Answer {
  const { server, truth, bytesPerToken } = persona;
  const { wire } = request;
  const window = windowFor(persona, request);
  const asked = outputLimit(request);
  const room = { window, bytesPerToken, cuts: truth.cutsSilently };
  let seen: ReturnType<typeof seePrompt>;
  try {
    seen = seePrompt(conversationOf(request), template, room);
  } catch (error) {
    return templateRefusal(server.kind, wire, error instanceof Error ? error.message : String(error));
  }
  if ("promptTokens" in seen) {
    return overflowRefusal(server.kind, wire, { prompt: seen.promptTokens, output: asked ?? 0, window });
  }
  // vLLM and hosts count the answer that is asked for; the others write until the window is full.
  const countsAnswer = server.kind === "vllm" || server.kind === "openai";
  if (countsAnswer && asked !== undefined && seen.tokens + asked > window) {
    return overflowRefusal(server.kind, wire, { prompt: seen.tokens, output: asked, window });
  }

  const reply = replyTo(seen, { ...persona, parallel: truth.parallel });
  const { parts, bytes } = written(reply, persona);
  // Ollama moves its window on while a model writes.
  const left = truth.cutsSilently ? Number.POSITIVE_INFINITY : window - seen.tokens;
  const limit = Math.min(asked ?? Number.POSITIVE_INFINITY, left);
  const outputTokens = Math.max(1, Math.ceil(bytes / bytesPerToken));
  const isCut = outputTokens > limit;
  const prompt = truth.promptTokensPerSecond;
  const output = truth.outputTokensPerSecond;
  return {
    parts: isCut ? answerParts({ parts }, Math.floor(limit * bytesPerToken)) : parts,
    ...(isCut && { finish: wire === "openai-responses" ? "max_output_tokens" : "length" }),
    chunk: Math.max(1, Math.round(bytesPerToken)),
    usage: { inputTokens: seen.tokens, outputTokens: Math.min(outputTokens, limit) },
    ...(server.kind === "llama.cpp" && { model: server.models[0].name }),
    ...((server.kind === "llama.cpp" || server.kind === "ollama") && { speed: { prompt, output } }),
    // Its name for the field on OpenAI's wire (shared/streams/quirks.md, "Reasoning").
    ...(server.kind === "ollama" && { reasoningField: "reasoning" }),
    ...(pace > 0 && { firstByteAfterMs: (pace * MS * seen.tokens) / prompt, paceMs: (pace * MS) / output }),
  };
}

/** Ollama's own wire can ask for more than the server loads a model with, up to what it was trained for. */
function windowFor({ truth }: ModelPersona, { wire, json }: ReceivedRequest): number {
  const options = isJsonObject(json.options) ? json.options : {};
  if (wire !== "ollama" || typeof options.num_ctx !== "number") return truth.window;
  return Math.min(options.num_ctx, truth.windowOnRequest ?? truth.window);
}

function outputLimit({ json }: ReceivedRequest): number | undefined {
  const options = isJsonObject(json.options) ? json.options : {};
  const given = json.max_tokens ?? json.max_completion_tokens ?? json.max_output_tokens ?? options.num_predict;
  return typeof given === "number" && given > 0 ? given : undefined;
}

/** The reply as the server hands it out, and how many bytes the model wrote for it. */
function written(reply: Reply, persona: ModelPersona): { parts: readonly Part[]; bytes: number } {
  const { truth } = persona;
  const { text, calls } = reply;
  const syntax = reply.syntax === "native" ? persona.syntax : reply.syntax;
  // What a model was trained to write it writes well: its slips are with what it is taught.
  const asText = writeCalls(calls, syntax, reply.syntax === "native" ? {} : (persona.faults ?? {}));
  const isParsed = reply.syntax === "native" && truth.native === "works";
  const said = isParsed || calls.length === 0 ? text : [text, asText].filter((piece) => piece !== "").join("\n\n");

  const thought = truth.reasoning === "none" ? "" : reply.thought;
  const before: readonly Part[] = truth.reasoning === "field" ? [{ reasoning: thought }] : [];
  const opening = truth.reasoning === "tags" ? "<think>\n" : "";
  const hasTags = truth.reasoning === "tags" || truth.reasoning === "tags-opened-in-prompt";
  const shown = hasTags ? `${opening}${thought}\n</think>\n\n${said}` : said;
  const parts: readonly Part[] = [
    ...before,
    ...(shown === "" ? [] : [{ text: shown }]),
    ...(isParsed ? calls.map((call) => ({ call })) : []),
  ];
  return { parts, bytes: Buffer.byteLength([thought, text, asText].join("\n")) };
}
