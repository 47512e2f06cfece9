import type { Message } from "../history/message.js";
import { resultsOf } from "../history/tool-calls.js";
import { messageBytes, resultBytes } from "./measure.js";

/** Where the bytes of a history are. UTF-8 bytes, about. */
export interface PartSizes {
  /** What the user said first. */
  task: number;
  /** All that the user said, the task among it. */
  words: number;
  /** What the model said, its calls among it. */
  answers: number;
  /** All results. */
  results: number;
  /** The largest of them. 0: there is none. */
  largest: number;
}

/** Measures a history as it is stored: there, unlike in a request, a result is a result in every protocol. O(history). */
export function partSizes(history: readonly Message[]): PartSizes {
  const sizes: PartSizes = { task: 0, words: 0, answers: 0, results: 0, largest: 0 };
  for (const message of history) {
    for (const { result } of resultsOf(message)) {
      const bytes = resultBytes(result);
      sizes.results += bytes;
      sizes.largest = Math.max(sizes.largest, bytes);
    }
    if (message.role === "assistant") sizes.answers += messageBytes(message);
    if (message.role !== "user") continue;
    if (sizes.words === 0) sizes.task = messageBytes(message);
    sizes.words += messageBytes(message);
  }
  return sizes;
}
