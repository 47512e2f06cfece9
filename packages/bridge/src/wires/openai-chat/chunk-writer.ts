import type { AnswerEvent } from "../../answer/answer-event.js";
import type { ClientFailure } from "../../client-failure.js";
import type { AnswerHead, AnswerWriter } from "../../client-wire.js";
import { type AnswerForm, answerForm } from "./answer-form.js";
import { completionId } from "./completion-id.js";
import { encryptedReasoning } from "./encrypted-reasoning.js";
import { errorBody } from "./error-body.js";
import { finishWord } from "./finish-word.js";
import { usageOnWire } from "./usage-on-wire.js";

/**
 * Writes an answer as `chat.completion.chunk`s. Reasoning goes into `reasoning_content`, the field that every client of
 * this wire reads that reads any. An error is an event with nothing but `error`, and no end mark follows it: the
 * official client throws on the first, and those that know no errors see an answer that was cut off.
 */
export class ChunkWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #form: AnswerForm;
  /** What each chunk begins with. */
  readonly #begin: string;
  /** The delta that a piece of the open block makes; none where the block cannot be said. */
  #deltaOf: ((text: string) => object) | undefined;
  #calls = 0;
  #signatures = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
    this.#form = answerForm(head.request);
    const { created, request } = head;
    const fields = { id: completionId(head), object: "chat.completion.chunk", created, model: request.model };
    this.#begin = `data: ${JSON.stringify(fields).slice(0, -1)},"choices":[`;
  }

  begin(): string {
    return this.#delta({ role: "assistant", content: "" });
  }

  keepAlive(): string {
    return ": keep-alive\n\n";
  }

  write(event: AnswerEvent): string {
    switch (event.type) {
      case "text-start":
        this.#deltaOf = (content) => ({ content });
        return "";
      case "reasoning-start":
        this.#deltaOf = (text) => ({ reasoning_content: text });
        return "";
      case "call-start":
        return this.#startCall(event.id, event.name);
      case "text-delta":
      case "reasoning-delta":
      case "call-delta":
        return this.#piece(event.text);
      case "text-end":
      case "call-end":
        return "";
      case "reasoning-end":
        return this.#sign(event.signature);
      case "finish":
        return this.#finish(event);
    }
  }

  fail(failure: ClientFailure): string {
    return `data: ${JSON.stringify(errorBody(failure))}\n\n`;
  }

  #startCall(id: string, name: string): string {
    const index = this.#calls++;
    if (this.#form.functionCall) {
      this.#deltaOf = index === 0 ? (text) => ({ function_call: { arguments: text } }) : undefined;
      return index === 0 ? this.#delta({ function_call: { name, arguments: "" } }) : "";
    }
    if (this.#head.request.textTools.has(name)) {
      this.#deltaOf = (input) => ({ tool_calls: [{ index, custom: { input } }] });
      return this.#delta({ tool_calls: [{ index, id, type: "custom", custom: { name, input: "" } }] });
    }
    this.#deltaOf = (text) => ({ tool_calls: [{ index, function: { arguments: text } }] });
    return this.#delta({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] });
  }

  #piece(text: string): string {
    return this.#deltaOf === undefined ? "" : this.#delta(this.#deltaOf(text));
  }

  #sign(signature: string | undefined): string {
    if (signature === undefined) return "";
    return this.#delta({ reasoning_details: [encryptedReasoning(signature, this.#signatures++)] });
  }

  #finish({ reason, usage }: Extract<AnswerEvent, { type: "finish" }>): string {
    const word = JSON.stringify(finishWord(reason, this.#form));
    const last = `${this.#begin}{"index":0,"delta":{},"finish_reason":${word}}]}\n\n`;
    const counted = this.#form.streamUsage
      ? `${this.#begin}],"usage":${JSON.stringify(usageOnWire(usage, this.#head))}}\n\n`
      : "";
    return `${last}${counted}data: [DONE]\n\n`;
  }

  #delta(delta: object): string {
    return `${this.#begin}{"index":0,"delta":${JSON.stringify(delta)},"finish_reason":null}]}\n\n`;
  }
}
