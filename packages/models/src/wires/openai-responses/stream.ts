import type { FinishReason, Usage } from "@millrace/protocol";
import { type DecodedEvent, EventDecoder } from "../event-decoder.js";
import { Items } from "./items.js";
import type { ResponseBody, ResponsesEvent } from "./types.js";
import { readUsage } from "./usage.js";

/**
 * Reads an answer of OpenAI's responses wire: a stream of events, or one JSON response that was not streamed.
 *
 * The answer is what the events of its items say, not the last event, whose output some servers leave empty; where no
 * item came, it is that output. Events and items that are not known are no content, and neither is what the server runs
 * itself. A call of a custom tool, whose input is any text, has the arguments `{ input }`. Each rule is in
 * streams/quirks.md.
 *
 * `usage` and `finish` come at the end. An error, as an event of its own or as `response.failed`, fails the answer. The
 * end mark alone: `finish` is `unknown`. Neither: no `finish`, the answer was cut off.
 */
export class OpenAiResponsesDecoder extends EventDecoder<ResponsesEvent> {
  readonly #items = new Items(this.out);
  readonly #usage: Usage = {};
  /** The server says that the answer is not whole, for whatever reason. */
  #isCut = false;

  protected override handOut(whole: boolean): void {
    this.#items.end(whole && !this.#isCut && !this.#items.isRefused);
    if (Object.keys(this.#usage).length > 0) this.out.add({ type: "usage", usage: this.#usage });
  }

  protected override finishReason(raw: string | undefined): FinishReason {
    if (this.#items.isRefused) return "content-filter";
    if (raw === "completed") return this.#items.hasCalls ? "tool-calls" : "stop";
    return FINISH_REASONS.get(raw ?? "") ?? "unknown";
  }

  protected override event({ value, data, name, isWhole }: DecodedEvent<ResponsesEvent>): void {
    const type = typeof value.type === "string" ? value.type : name;
    if (type === "error" || name === "error" || isError(value.error)) this.failure = { body: data };
    else if (isWhole && !Array.isArray(value.output)) this.failure = { body: data, foreign: true };
    else if (isWhole) this.#end(value, data);
    else this.#streamed(type, value, data);
  }

  #streamed(type: string | undefined, value: ResponsesEvent, data: string): void {
    const index = placeIn(value.output_index);
    const part = placeIn(value.content_index) ?? 0;
    const delta = typeof value.delta === "string" ? value.delta : "";
    switch (type) {
      case "response.created":
        this.#takeModel(value.response ?? {});
        // A relay tried again: what was said cannot be taken back, and said twice it would be wrong.
        if (!this.#items.isEmpty) this.failure = { body: BEGAN_AGAIN, malformed: true };
        break;
      case "response.output_item.added":
        if (value.item) this.#items.start(index, value.item);
        break;
      case "response.output_text.delta":
        this.#items.text(index, part, delta);
        break;
      case "response.refusal.delta":
        this.#items.refusal(index, part, delta);
        break;
      case "response.output_text.done":
      case "response.refusal.done":
        this.#items.wholeText(index, part, value);
        break;
      case "response.reasoning_summary_text.delta":
        this.#items.thought(index, placeIn(value.summary_index) ?? 0, delta);
        break;
      case "response.reasoning_text.delta":
        this.#items.thought(index, -1 - part, delta);
        break;
      case "response.function_call_arguments.delta":
      case "response.custom_tool_call_input.delta":
        this.#items.input(index, delta);
        break;
      case "response.function_call_arguments.done":
        this.#items.wholeInput(index, value.arguments);
        break;
      case "response.custom_tool_call_input.done":
        this.#items.wholeInput(index, value.input);
        break;
      case "response.output_item.done":
        if (value.item) this.#items.done(index, value.item);
        break;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#end({ status: type.slice("response.".length), ...value.response }, data);
        break;
    }
  }

  #takeModel({ model }: ResponseBody): void {
    if (typeof model === "string" && model !== "") this.model ??= model;
  }

  /** The answer ends, and this is all of it, more or less. */
  #end(response: ResponseBody, data: string): void {
    const { status, output, incomplete_details: details, usage, error } = response;
    this.#takeModel(response);
    if (this.#items.isEmpty && Array.isArray(output)) for (const item of output) if (item) this.#items.whole(item);
    if (usage) readUsage(usage, this.#usage);
    if (status === "failed" || isError(error)) {
      // The response repeats what was asked, too: whole prompts.
      this.failure = { body: isError(error) ? JSON.stringify({ error }) : data };
      return;
    }
    this.#isCut = status === "incomplete";
    const reason = (status === "incomplete" && details?.reason) || status;
    if (typeof reason === "string") this.raw = reason;
    this.close(true);
  }
}

/** Reasons of this wire for an answer that is incomplete. Any other is `unknown`. Source: OpenAI's API reference. */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["max_output_tokens", "length"],
  ["content_filter", "content-filter"],
]);

const BEGAN_AGAIN = "The server began its answer once more behind what it had said.";

function placeIn(index: unknown): number | undefined {
  return typeof index === "number" ? index : undefined;
}

function isError(error: unknown): boolean {
  if (typeof error === "object" && error !== null) return Object.keys(error).length > 0;
  return typeof error === "string" && error !== "";
}
