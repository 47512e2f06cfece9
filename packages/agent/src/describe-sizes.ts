import { utf8Bytes } from "./context/estimate.js";
import { toolBytes } from "./context/measure.js";
import { partSizes } from "./context/part-sizes.js";
import type { PreparedRequest } from "./prepare-request.js";

/** Where the bytes of a request are, for people: system prompt, tools, and what was said by whom. */
export function describeSizes({ request, history, system }: PreparedRequest): string {
  const { task, words, answers, results, largest } = partSizes(history);
  return [
    `system prompt ${wordBytes(utf8Bytes(system))}`,
    `tools ${wordBytes(toolBytes(request.tools))}`,
    `task ${wordBytes(task)}`,
    `all of the user's words ${wordBytes(words)}`,
    `all of the model's ${wordBytes(answers)}`,
    `all results ${wordBytes(results)}`,
    `largest result ${wordBytes(largest)}`,
    `${request.messages.length} messages`,
  ].join(", ");
}

function wordBytes(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1_024)} KiB`;
}
