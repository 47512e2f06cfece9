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
  const read = readParts(parts, new AnswerReader(reading));
  return new ReadableStream<Part | StreamPart | MadePart>(
    {
      async pull(controller) {
        const { done, value } = await read.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // Not through the generator: it would wait for a part that is being read.
      cancel: (reason) => parts.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function* readParts<Part extends StreamPart>(
  parts: ReadableStreamDefaultReader<Part>,
  answer: AnswerReader,
): AsyncGenerator<Part | StreamPart | MadePart, void> {
  try {
    for (let next = await parts.read(); !next.done; next = await parts.read()) yield* readPart(next.value, answer);
  } catch (error) {
    yield* answer.end("error");
    throw error;
  }
  yield* answer.end("unknown");
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
