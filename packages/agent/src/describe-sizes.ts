import { utf8Bytes } from "./context/estimate.js";
import type { ModelRequest } from "./model-client.js";

/** Where the bytes of a request are, for people: system prompt, tools, the task and the largest result. */
export function describeSizes(request: ModelRequest): string {
  const parts = request.messages.flatMap((message) => message.parts);
  const results = parts.flatMap((part) =>
    part.type === "tool-result"
      ? part.result.content.map((one) => (one.type === "text" ? utf8Bytes(one.text) : 0))
      : [],
  );
  const task = request.messages.find((message) => message.role === "user");
  const taskText = task?.parts.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
  return [
    `system prompt ${wordBytes(utf8Bytes(request.system))}`,
    `tools ${wordBytes(utf8Bytes(JSON.stringify(request.tools)))}`,
    `task ${wordBytes(utf8Bytes(taskText))}`,
    `largest result ${wordBytes(Math.max(0, ...results))}`,
    `${request.messages.length} messages`,
  ].join(", ");
}

function wordBytes(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.ceil(bytes / 1_024)} KiB`;
}
