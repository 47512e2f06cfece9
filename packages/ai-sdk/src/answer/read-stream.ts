import type { MadePart, StreamPart } from "../specification.js";
import { AnswerReader, type Reading } from "./answer-reader.js";
import { finishReason, readReason } from "./finish-reason.js";

/**
 * An answer that arrives, with what stands in its text read. Text, calls and reasoning in the text come as parts of their
 * own; everything else passes as it is and in its place. As much is read from the source as is asked for. Where the source
 * fails or ends without a finish, what was held back is given first.
 */
export function readStream<Part extends StreamPart>(
  source: ReadableStream<Part>,
  reading: Reading,
): ReadableStream<Part | StreamPart | MadePart> {
  const parts = source.getReader();
  const answer = new AnswerReader(reading);
  let failure: { error: unknown } | undefined;
  /** How the answer ended where no finish says so. */
  let ending: "unknown" | "error" = "unknown";

  async function next(): Promise<Step<Part>> {
    if (failure !== undefined) throw failure.error;
    try {
      const { done, value } = await parts.read();
      if (done) return { made: answer.end(ending), isLast: true };
      if (value.type === "error") ending = "error";
      return { made: readPart(value, answer), isLast: false };
    } catch (error) {
      failure = { error };
      return { made: answer.end("error"), isLast: false };
    }
  }

  return new ReadableStream<Part | StreamPart | MadePart>(
    {
      async pull(controller) {
        // A part may make none. Then the next one is read: nobody asks a second time.
        for (let made = 0; made === 0; ) {
          const step = await next();
          for (const part of step.made) controller.enqueue(part);
          if (step.isLast) return controller.close();
          made = step.made.length;
        }
      },
      cancel: (reason) => parts.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** What one part of the source made. */
interface Step<Part> {
  made: readonly (Part | StreamPart | MadePart)[];
  isLast: boolean;
}

/** What becomes of one part. */
function readPart<Part extends StreamPart>(part: Part, answer: AnswerReader): (Part | StreamPart | MadePart)[] {
  const one: StreamPart = part;
  switch (one.type) {
    case "text-start":
      answer.startText(one.id, one.providerMetadata);
      return [];
    case "text-delta":
      return answer.text(one.delta, one.providerMetadata);
    case "text-end": {
      const { type: _type, id: _id, ...end } = one;
      return answer.endText(end);
    }
    case "reasoning-delta":
      return [...answer.interrupt(), part, ...answer.reasoning(one.delta)];
    case "finish": {
      const made = answer.end(readReason(one.finishReason));
      return [...made, { ...one, finishReason: finishReason(one.finishReason, answer) }];
    }
    default:
      return [...answer.interrupt(), part];
  }
}
