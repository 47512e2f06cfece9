import type { Part } from "@millrace/agent";
import { isRecord } from "../json.js";

/**
 * A call of the client's history as a part of an assistant message. Its arguments come back as JSON text or as an object;
 * what is neither is kept as the one argument `arguments`, so that nothing is lost.
 *
 * @example callPart({ id: "call_1", name: "read_file", input: '{"path":"a.ts"}' })
 */
export function callPart({ id, name, input }: { id: string; name: string; input: unknown }): Part {
  return {
    type: "tool-use",
    block: {
      type: "tool-use",
      id,
      name,
      dialect: "native",
      params: [],
      input: recordOf(input),
      partial: false,
      closedBy: "close",
      repairs: [],
      span: { channel: "text", start: 0, end: 0 },
    },
  };
}

function recordOf(input: unknown): unknown {
  if (isRecord(input)) return input;
  if (input === undefined || input === null || input === "") return {};
  if (typeof input !== "string") return { arguments: input };
  try {
    const parsed: unknown = JSON.parse(input);
    return isRecord(parsed) ? parsed : { arguments: input };
  } catch {
    // A client keeps what a model wrote, broken or not.
    return { arguments: input };
  }
}
