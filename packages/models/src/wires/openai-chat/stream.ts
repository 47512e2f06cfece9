import type { FinishReason, Usage } from "@millrace/protocol";
import { type DecodedEvent, EventDecoder } from "../event-decoder.js";
import { takeSpeed } from "../take-speed.js";
import { CallPieces } from "./call-pieces.js";
import { ReasoningDetails } from "./reasoning-details.js";
import type { ChatCompletionChunk, ChatDelta, ChatUsage, Choice, ContentPiece, LlamaCppTimings } from "./types.js";
import { readUsage } from "./usage.js";

/**
 * Reads an answer of OpenAI's chat completions wire, as it comes from any of the servers that speak it: a stream of
 * events, or one JSON object that was not streamed. More lenient than the vendors' own clients where recorded answers
 * ask for it; each rule is in streams/quirks.md.
 *
 * `usage` and `finish` come at the end, in this order: usage follows the reason, and an error wins over it. No reason,
 * but the end mark: `finish` is `unknown`. Neither: no `finish`, the answer was cut off.
 */
export class OpenAiChatDecoder extends EventDecoder<ChatCompletionChunk> {
  readonly #calls = new CallPieces(this.out);
  readonly #details = new ReasoningDetails(this.out);
  readonly #usage: Usage = {};
  #refused = false;
  #sawDelta = false;
  /** Reasoning has a field of its own: details, with it or in deltas of their own, say the same once more. */
  #hasReasoningField = false;

  protected override handOut(whole: boolean): void {
    this.#details.flush();
    if (whole) this.#calls.end();
    else this.#calls.release();
    if (Object.keys(this.#usage).length > 0) this.out.add({ type: "usage", usage: this.#usage });
  }

  protected override finishReason(raw: string | undefined): FinishReason {
    return this.#refused ? "content-filter" : finishReason(raw);
  }

  protected override event({ value: chunk, data, name, isWhole }: DecodedEvent<ChatCompletionChunk>): void {
    if (isWhole && !Array.isArray(chunk.choices) && !hasError(chunk.error)) {
      this.failure = { body: data, foreign: true };
      return;
    }
    this.#chunk(chunk);
    if (name === "error" || hasError(chunk.error)) this.failure = { body: data };
  }

  #chunk(chunk: ChatCompletionChunk): void {
    const choice = Array.isArray(chunk.choices) ? firstChoice(chunk.choices) : undefined;
    if (choice) this.#choice(choice);
    this.#count(chunk.x_groq?.usage);
    this.#count(chunk.usage);
    if (typeof chunk.model === "string" && chunk.model !== "") this.model ??= chunk.model;
    if (chunk.timings) this.#time(chunk.timings);
  }

  #choice(choice: Choice): void {
    if (choice.delta) {
      this.#sawDelta = true;
      this.#delta(choice.delta);
    } else if (choice.message && !this.#sawDelta) this.#delta(choice.message);
    // The first reason counts: a second chunk with one carries the usage, or says stop after calls.
    const reason = choice.finish_reason;
    if (typeof reason === "string" && reason !== "" && this.raw === undefined) this.raw = reason;
    this.#count(choice.usage);
  }

  #delta(delta: ChatDelta): void {
    // Two fields often hold the same text: only the first that has some counts.
    const reasoning = delta.reasoning_content || delta.reasoning || delta.reasoning_text;
    if (typeof reasoning === "string" && reasoning !== "") {
      this.#hasReasoningField = true;
      this.#reasoning(reasoning);
    }
    if (Array.isArray(delta.reasoning_details)) {
      const text = this.#details.take(delta.reasoning_details);
      if (!this.#hasReasoningField && text !== "") this.#reasoning(text);
    }
    const { content } = delta;
    if (typeof content === "string") {
      if (content !== "") this.#text(content);
    } else if (Array.isArray(content)) this.#parts(content);
    if (typeof delta.refusal === "string" && delta.refusal !== "") {
      this.#refused = true;
      this.#text(delta.refusal);
    }
    if (Array.isArray(delta.tool_calls)) {
      for (const piece of delta.tool_calls) {
        if (!piece) continue;
        this.#details.flush();
        this.#calls.piece(piece);
      }
    } else if (delta.function_call) this.#calls.piece({ index: 0, function: delta.function_call });
  }

  #parts(parts: readonly (ContentPiece | null)[]): void {
    for (const part of parts) {
      if (typeof part?.text === "string" && part.text !== "") this.#text(part.text);
      else if (typeof part?.thinking === "string") this.#reasoning(part.thinking);
      else if (Array.isArray(part?.thinking)) {
        for (const piece of part.thinking) if (typeof piece?.text === "string") this.#reasoning(piece.text);
      }
    }
  }

  #text(text: string): void {
    this.#calls.release();
    this.#details.flush();
    this.out.text(text);
  }

  #reasoning(text: string): void {
    this.#calls.release();
    this.out.reasoning(text);
  }

  #time(timings: LlamaCppTimings): void {
    takeSpeed(this.#usage, "prompt", { tokens: timings.prompt_n, ms: timings.prompt_ms });
    takeSpeed(this.#usage, "output", { tokens: timings.predicted_n, ms: timings.predicted_ms });
  }

  #count(usage: ChatUsage | null | undefined): void {
    if (usage) readUsage(usage, this.#usage);
  }
}

/** Answers may hold several choices, mixed. Ours is the first; a choice without an index is it. */
function firstChoice(choices: readonly (Choice | null)[]): Choice | undefined {
  for (const choice of choices) if (choice && !choice.index) return choice;
  return undefined;
}

function hasError(error: unknown): boolean {
  if (typeof error === "object" && error !== null) return Object.keys(error).length > 0;
  return typeof error === "string" && error !== "";
}

/** Words that servers of this wire send for the end of an answer. Any other word is `unknown`. */
const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  // Anthropic's and older Hugging Face words, let through by gateways.
  end_turn: "stop",
  stop_sequence: "stop",
  eos: "stop",
  eos_token: "stop",
  tool_calls: "tool-calls",
  tool_use: "tool-calls",
  function_call: "tool-calls",
  length: "length",
  max_tokens: "length",
  model_length: "length",
  content_filter: "content-filter",
  safety: "content-filter",
  refusal: "content-filter",
  error: "error",
  // DeepSeek: the answer was interrupted for want of resources.
  insufficient_system_resource: "error",
};

function finishReason(raw: string | undefined): FinishReason {
  if (raw === undefined) return "unknown";
  // Gemini behind gateways: the call was rejected, the end looks polite.
  if (raw.includes("MALFORMED_FUNCTION_CALL")) return "error";
  return FINISH_REASONS[raw.toLowerCase()] ?? "unknown";
}
