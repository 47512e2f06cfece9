import { type Message, textResult } from "@millrace/agent";
import type { ToolUseBlock } from "@millrace/protocol";

/** A message of a case, in few words. */
export interface CaseMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly text?: string;
  /** Ids of its calls. */
  readonly calls?: readonly string[];
  /** Ids of the calls whose results it holds. */
  readonly results?: readonly string[];
}

/** The tool that all calls are of. Each names its own id as the path. */
export const TOOL = "read_file";
/** What makes a message long enough that it matters whether it is there. */
const FILLER = " and much more of it".repeat(60);
/** UTF-8 bytes of a result in a history that is to have a size. */
const RESULT_BYTES = 8_000;

/** The messages of a case as a session would have stored them. What a user says stays short. */
export function storedMessages(messages: readonly CaseMessage[]): Message[] {
  return messages.map(({ role, text = "", calls = [], results = [] }, at): Message => {
    const id = `stored-${at + 1}`;
    if (role === "user") return { id, role, parts: [{ type: "text", text }], pinned: true };
    if (role === "tool") return { id, role, parts: results.map((callId) => resultOf(callId, FILLER)) };
    const said = text === "" ? [] : [{ type: "text" as const, text: `${text}${FILLER}` }];
    return { id, role, parts: [...said, ...calls.map((call) => ({ type: "tool-use" as const, block: callOf(call) }))] };
  });
}

/** A task and turns whose results are so many UTF-8 bytes together, the oldest of which has the rest; the newest is small. */
export function historyOfBytes(bytes: number): Message[] {
  const full = Math.max(0, Math.floor(bytes / RESULT_BYTES) - 1);
  const sizes = [bytes - full * RESULT_BYTES, ...Array.from({ length: full }, () => RESULT_BYTES), 10];
  const turns = sizes.map((size, at): Message[] => {
    const call = `c${at}`;
    return [
      { id: `turn-${at}`, role: "assistant", parts: [{ type: "tool-use", block: callOf(call) }] },
      { id: `turn-${at}-results`, role: "tool", parts: [resultOf(call, "x".repeat(size))] },
    ];
  });
  return [
    { id: "task", role: "user", parts: [{ type: "text", text: "TASK: read it all." }], pinned: true },
    ...turns.flat(),
  ];
}

function resultOf(callId: string, text: string): Message["parts"][number] {
  return { type: "tool-result", callId, result: textResult(`result of ${callId}${text}`) };
}

function callOf(id: string): ToolUseBlock {
  return {
    type: "tool-use",
    id,
    name: TOOL,
    dialect: "native",
    params: [["path", id]],
    input: { path: id },
    partial: false,
    closedBy: "close",
    repairs: [],
    span: { channel: "arguments:0", start: 0, end: 0 },
  };
}
