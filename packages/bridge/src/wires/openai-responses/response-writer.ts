import type { AnswerEvent } from "../../answer/answer-event.js";
import type { ClientFailure } from "../../client-failure.js";
import type { AnswerHead, AnswerWriter } from "../../client-wire.js";
import { listIn } from "../../json.js";
import { EventText } from "./event-text.js";
import { errorOnWire } from "./failures.js";
import { type OfferedTool, offeredTools } from "./offered-tools.js";
import { type OpenItem, openCall, openMessage, openReasoning } from "./open-item.js";
import { callForm, type ItemPlace, type OutputItem } from "./output-items.js";
import { type Outcome, outcomeOf, responseObject } from "./response-object.js";

/** Writes one answer as events of the responses wire. An item is open at a time; its text is kept for the events at its end. */
export class ResponseWriter implements AnswerWriter {
  readonly #head: AnswerHead;
  readonly #offered: ReadonlyMap<string, OfferedTool>;
  readonly #events = new EventText();
  readonly #output: OutputItem[] = [];
  #open: OpenItem | undefined;
  #index = 0;

  constructor(head: AnswerHead) {
    this.#head = head;
    this.#offered = toolsOf(head);
  }

  begin(): string {
    const response = responseObject(this.#head, { status: "in_progress" }, []);
    return (
      this.#events.event("response.created", { response }) + this.#events.event("response.in_progress", { response })
    );
  }

  write(event: AnswerEvent): string {
    switch (event.type) {
      case "text-start":
        return this.#begin(openMessage(this.#events, this.#nextPlace()));
      case "reasoning-start":
        return this.#begin(openReasoning(this.#events, this.#nextPlace()));
      case "call-start":
        return this.#begin(openCall(this.#events, this.#nextPlace(), callForm(this.#offered, event.name), event.id));
      case "text-delta":
      case "reasoning-delta":
      case "call-delta":
        return this.#open?.delta(event.text) ?? "";
      case "text-end":
        return this.#end({});
      case "reasoning-end":
      case "call-end":
        return this.#end(event);
      case "finish":
        return this.#conclude(outcomeOf(event.reason), event.usage);
    }
  }

  /** OpenAI's own, and no comment: codex counts only events as signs of life, and gives up after 300 s without one. */
  keepAlive(): string {
    return this.#events.event("keepalive");
  }

  fail(failure: ClientFailure): string {
    return this.#conclude({ status: "failed", failure });
  }

  #nextPlace(): ItemPlace {
    return { id: this.#head.id, index: this.#index++ };
  }

  #begin(item: OpenItem): string {
    this.#open = item;
    return item.begin();
  }

  #end(how: Parameters<OpenItem["end"]>[0]): string {
    const ended = this.#open?.end(how);
    this.#open = undefined;
    if (ended?.item !== undefined) this.#output.push(ended.item);
    return ended?.events ?? "";
  }

  /** A failure is said twice, as OpenAI does: SDKs throw at the one, codex reads the other. */
  #conclude(outcome: Outcome, usage?: Parameters<typeof responseObject>[3]): string {
    const { failure } = outcome;
    const said = failure === undefined ? "" : this.#events.event("error", { error: errorOnWire(failure) });
    const response = responseObject(this.#head, outcome, this.#output, usage);
    return said + this.#events.event(`response.${outcome.status}`, { response });
  }
}

/** The tools of the request that is answered, by the names that the model was taught. */
export function toolsOf({ request: { echo } }: AnswerHead): ReadonlyMap<string, OfferedTool> {
  return offeredTools(echo?.tools, listIn(echo?.found));
}
