import type { Message } from "@millrace/agent";
import type { ClientRequest } from "../../src/client-request.js";
import { callPart } from "../../src/history/call-part.js";
import { tools } from "../answer/tools.js";

/** A request with these fields; for the rest a question and tools. */
export function clientRequest(fields: Partial<ClientRequest> = {}): ClientRequest {
  return {
    model: "m",
    stream: true,
    system: "You are careful.",
    messages: [user(0, "What is in a.ts?")],
    tools,
    textTools: new Set(["apply_patch"]),
    extra: {},
    ...fields,
  };
}

export function user(at: number, text: string): Message {
  return { id: `m${at}`, role: "user", parts: [{ type: "text", text }] };
}

export function calls(at: number, text: string, ...inputs: readonly { name: string; input: unknown }[]): Message {
  const parts = inputs.map(({ name, input }, index) => callPart({ id: `c${at}-${index}`, name, input }));
  return {
    id: `m${at}`,
    role: "assistant",
    parts: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...parts],
  };
}

export function results(at: number, of: number, ...texts: readonly string[]): Message {
  return {
    id: `m${at}`,
    role: "tool",
    parts: texts.map((text, index) => ({
      type: "tool-result",
      callId: `c${of}-${index}`,
      result: { status: "ok", content: [{ type: "text", text }] },
    })),
  };
}
