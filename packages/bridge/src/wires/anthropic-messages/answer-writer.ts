import type { AnswerEvent } from "../../answer/answer-event.js";
import type { ClientFailure } from "../../client-failure.js";
import type { AnswerHead, AnswerWriter } from "../../client-wire.js";
import { errorBody } from "./error-body.js";
import { messageOf } from "./message.js";
import { stopReason } from "./stop-reason.js";
import { UNSIGNED } from "./thinking-signature.js";
import { firstUsage, usageOnWire } from "./usage.js";

/**
 * Writes an answer as events of this wire. Blocks have the indices 0, 1, 2 …; each is started, filled and stopped before
 * the next. Reasoning waits for its first word, as only then it is known whether it is a block of thinking or one that
 * holds nothing but what is opaque. What was open when the answer failed stays open: a client that ran closed calls only
 * does not run that one. Source: recorded answers; the SDK throws at `error`, whatever came before.
 */
export class AnthropicAnswerWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  /** Of the open block; of the next one where none is open. */
  #index = 0;
  /** Thinking was begun on the wire. */
  #thinks = false;
  /** The open call has arguments. */
  #hasArguments = false;
  /** A call that is whole. */
  #called = false;

  constructor(head: AnswerHead) {
    this.#head = head;
  }

  begin(): string {
    const message = messageOf(this.#head, [], null, firstUsage(this.#head.tokensEstimated));
    return event("message_start", { message });
  }

  write(answer: AnswerEvent): string {
    switch (answer.type) {
      case "text-start":
        return this.#start({ type: "text", text: "" });
      case "text-delta":
        return this.#delta("text_delta", "text", answer.text);
      case "text-end":
        return this.#stop();
      case "reasoning-start":
        this.#thinks = false;
        return "";
      case "reasoning-delta":
        return answer.text === "" ? "" : this.#think() + this.#delta("thinking_delta", "thinking", answer.text);
      case "reasoning-end":
        return this.#endReasoning(answer.signature);
      case "call-start":
        this.#hasArguments = false;
        return this.#start({ type: "tool_use", id: answer.id, name: answer.name, input: {} });
      case "call-delta":
        this.#hasArguments ||= answer.text !== "";
        return this.#delta("input_json_delta", "partial_json", answer.text);
      case "call-end":
        return this.#endCall(answer.cut === true);
      case "finish": {
        const delta = { stop_reason: stopReason(answer.reason, this.#called), stop_sequence: null, stop_details: null };
        const usage = usageOnWire(answer.usage, this.#head.tokensEstimated);
        return event("message_delta", { delta, usage }) + event("message_stop", {});
      }
    }
  }

  keepAlive(): string {
    return event("ping", {});
  }

  fail(failure: ClientFailure): string {
    const { error } = errorBody(failure);
    return event("error", { error });
  }

  #start(content_block: object): string {
    return event("content_block_start", { index: this.#index, content_block });
  }

  #delta(type: string, field: string, text: string): string {
    return text === "" ? "" : event("content_block_delta", { index: this.#index, delta: { type, [field]: text } });
  }

  #stop(): string {
    return event("content_block_stop", { index: this.#index++ });
  }

  #think(): string {
    if (this.#thinks) return "";
    this.#thinks = true;
    return this.#start({ type: "thinking", thinking: "", signature: "" });
  }

  #endReasoning(signature: string | undefined): string {
    if (this.#thinks) return this.#delta("signature_delta", "signature", signature || UNSIGNED) + this.#stop();
    return signature ? this.#start({ type: "redacted_thinking", data: signature }) + this.#stop() : "";
  }

  /** A call without arguments has `{}`: not every client takes none for it. */
  #endCall(cut: boolean): string {
    if (!cut) this.#called = true;
    const none = cut || this.#hasArguments ? "" : this.#delta("input_json_delta", "partial_json", "{}");
    return none + this.#stop();
  }
}

function event(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
