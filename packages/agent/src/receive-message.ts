import { type BlockEvent, createParser, type FinishReason, type MessageReader } from "@millrace/protocol";
import { childController } from "./abortable.js";
import { asModelError } from "./as-model-error.js";
import { attemptApiRequest } from "./attempt-api-request.js";
import { contentBytes } from "./content-bytes.js";
import { utf8Bytes } from "./context/estimate.js";
import type { ModelClient } from "./model-client.js";
import type { ModelError } from "./model-error.js";
import type { PreparedRequest } from "./prepare-request.js";
import { type Presenter, presentAssistantMessage } from "./present-assistant-message.js";
import type { PromptSpeed } from "./prompt-speed.js";
import { RawText } from "./raw-text.js";
import { readerOptions } from "./reader-options.js";
import { type RepeatedPassage, RepeatedTextDetector } from "./repeated-text.js";
import type { RepetitionDetector } from "./repetition.js";
import type { RequestRecord } from "./request-record.js";
import { RetryBudget } from "./retry-budget.js";
import type { CallNeeds } from "./run-call.js";

/** What one message is received with. */
export interface ReceiveNeeds {
  turn: number;
  messageId: string;
  requestId: string;
  model: ModelClient;
  calls: CallNeeds;
  repetition: RepetitionDetector;
  speed: PromptSpeed;
  prepare(roomBytes?: number): Promise<PreparedRequest>;
  /** Waited for before each try of a request. Rejects where it may not be sent: then the run is stopped. */
  mayTry(sized: PreparedRequest): Promise<void>;
}

/** A message as far as it came. Its reader has ended, its presenter has not been waited for. */
export interface Received {
  reader: MessageReader;
  presenter: Presenter;
  raw: string;
  record: RequestRecord;
  /**
   * `whole`: it ended for `reason` · `closed`: by us, as nothing more of it was wanted · `aborted` with the turn ·
   * `broken` in its middle, or before its begin where nothing had come.
   */
  end: "whole" | "closed" | "aborted" | "broken";
  reason: FinishReason;
  /** Why we closed it, where it wrote the same again and again. */
  passage?: RepeatedPassage;
  /** The finish as it was on the wire. */
  rawReason?: string;
  failure?: ModelError;
  /** Content had come. */
  begun: boolean;
  /** UTF-8 bytes of content on all channels: text, reasoning, arguments of calls. */
  contentBytes: number;
}

/** Why we close a stream of our own will. */
const CLOSED = Symbol("closed");

/**
 * Receives one message: the request's chunks go to the reader as they come, its events to the presenter.
 * Never rejects: a failure is in the answer.
 */
export async function receiveMessage(needs: ReceiveNeeds): Promise<Received> {
  const { messageId } = needs;
  const { config, signal, events, clock, desk } = needs.calls;
  const { controller, release } = childController(signal);
  const record: RequestRecord = { usage: {}, sent: undefined, timings: { totalMs: 0 } };
  const raw = new RawText((text) => events.emit({ type: "assistant-text", messageId, raw: text }));
  const { reader, presenter, repeated } = openReader(needs, raw, () => controller.abort(CLOSED));
  const received: Received = {
    reader,
    presenter,
    raw: "",
    record,
    end: "broken",
    reason: "error",
    begun: false,
    contentBytes: 0,
  };
  const chunks = attemptApiRequest({
    requestId: needs.requestId,
    turn: needs.turn,
    model: needs.model,
    timersFor: (tokens) => needs.speed.timersFor(config.timers, tokens),
    clock,
    events,
    budget: new RetryBudget({ clock, events, desk }),
    signal: controller.signal,
    prepare: () => needs.prepare(),
    fit: (roomBytes) => needs.prepare(roomBytes),
    mayTry: (sized) => needs.mayTry(sized),
    record,
  });
  try {
    for await (const chunk of chunks) {
      if (chunk.type === "finish") {
        received.end = "whole";
        received.reason = chunk.reason;
        if (chunk.raw !== undefined) received.rawReason = chunk.raw;
        break;
      }
      received.begun = true;
      if (chunk.type === "text-delta") raw.append(chunk.text);
      else received.contentBytes += contentBytes(chunk);
      reader.push(chunk);
    }
  } catch (error) {
    if (signal.aborted) received.end = "aborted";
    else if (controller.signal.reason === CLOSED) received.end = "closed";
    else received.failure = asModelError(error, config.model);
  } finally {
    release();
  }
  received.raw = raw.toString();
  received.contentBytes += utf8Bytes(received.raw);
  if (repeated.found !== undefined && received.end === "closed") received.passage = repeated.found;
  reader.end(received.reason);
  return received;
}

/** The reader of a message, and who presents what it reads. */
function openReader(
  { messageId, calls, repetition }: ReceiveNeeds,
  raw: RawText,
  closeStream: () => void,
): Pick<Received, "reader" | "presenter"> & { repeated: RepeatedTextDetector } {
  const { config } = calls;
  const presenter = presentAssistantMessage({
    messageId,
    blocks: () => reader.blocks,
    calls,
    repetition,
    callClosed: () => raw.seal(),
    closeStream,
  });
  const repeated = new RepeatedTextDetector();
  const take = (event: BlockEvent) => {
    presenter.take(event);
    repeated.take(event);
    if (repeated.found !== undefined) presenter.halt("the message was stopped, as it repeated itself");
  };
  const takeFirstCall = (event: BlockEvent) => {
    // Calls one a message: whatever begins behind the first is not read any more.
    if (presenter.closed > 0) presenter.halt("only one call a message is run");
    take(event);
  };
  const reader = createParser({
    ...readerOptions(config, messageId),
    onEvent: config.parallelToolCalls ? take : takeFirstCall,
  });
  return { reader, presenter, repeated };
}
