import type { Clock } from "@millrace/agent";
import type { AnswerEvent } from "../answer/answer-event.js";
import type { ClientFailure } from "../client-failure.js";
import { clientFailureOf } from "../client-failure-of.js";
import type { AnswerWriter } from "../client-wire.js";
import { KEEP_ALIVE_MS } from "../limits.js";

/** An answer that is being sent. */
export interface StreamedAnswer {
  /** What comes, its first step asked for already. */
  first: Promise<IteratorResult<readonly AnswerEvent[], void>>;
  events: AsyncIterator<readonly AnswerEvent[], void>;
  writer: AnswerWriter;
  clock: Clock;
  onTold(events: readonly AnswerEvent[]): void;
  /** Called once: `failure` where it did not come to its end. */
  onEnd(failure?: ClientFailure): void;
  /** The client hung up. Called once, and then nothing else is. */
  onCancel(): void;
}

/**
 * The body of a streamed answer. It asks for more when the client has taken what came, so a slow client holds up the
 * upstream and nothing piles up here. While nothing comes, the client gets a sign of life.
 */
export function streamAnswer(answer: StreamedAnswer): ReadableStream<Uint8Array> {
  const { events, writer, clock, first } = answer;
  const encoder = new TextEncoder();
  let next: StreamedAnswer["first"] | undefined = first;
  let quiet = false;
  let cancelled = false;
  let stopKeepAlives = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if (text !== "") controller.enqueue(encoder.encode(text));
        };
        const keepAlive = () => {
          // Only to a client that has taken all there is.
          if (quiet && (controller.desiredSize ?? 0) > 0) send(writer.keepAlive());
          quiet = true;
          stopKeepAlives = clock.timer(KEEP_ALIVE_MS, keepAlive);
        };
        send(writer.begin());
        keepAlive();
      },
      async pull(controller) {
        for (;;) {
          let text: string;
          let isLast: boolean;
          try {
            const step = await (next ?? events.next());
            next = undefined;
            if (step.done !== true) answer.onTold(step.value);
            text = step.done === true ? "" : step.value.map((event) => writer.write(event)).join("");
            isLast = step.done === true;
          } catch (error) {
            if (cancelled) return;
            const failure = clientFailureOf(error);
            stopKeepAlives();
            controller.enqueue(encoder.encode(writer.fail(failure)));
            controller.close();
            answer.onEnd(failure);
            return;
          }
          if (cancelled) return;
          quiet = false;
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (isLast) {
            stopKeepAlives();
            controller.close();
            answer.onEnd();
            return;
          }
          if (text !== "") return;
        }
      },
      cancel() {
        cancelled = true;
        stopKeepAlives();
        answer.onCancel();
        // It may wait for nobody but us, and keeps its connection and its timer until it is told that nobody comes.
        events.return?.().then(undefined, () => {});
      },
    },
    { highWaterMark: 1 },
  );
}
