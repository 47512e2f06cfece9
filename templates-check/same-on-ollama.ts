import type { ReceivedRequest } from "@millrace/testkit";
import type { Recording } from "./record.js";

/** How many requests say the same on both wires, of how many. */
export function compareWires(chat: readonly Recording[], ollama: readonly Recording[]): { same: number; of: number } {
  const [one, other] = [chat, ollama].map((all) =>
    all.flatMap(({ requests }) => requests.map(({ request }) => said(request))),
  );
  const same = one?.filter((words, at) => words === other?.[at]).length ?? 0;
  return { same, of: Math.max(one?.length ?? 0, other?.length ?? 0) };
}

/** What the messages say, in one form for both wires: arguments are text on one and an object on the other. */
function said({ messages }: ReceivedRequest): string {
  return JSON.stringify(
    messages.map(({ role, content, tool_calls: calls, tool_call_id: id, reasoning_content, thinking }) => {
      const called = Array.isArray(calls) ? calls.map((call) => [call.id, call.function.name, parsed(call)]) : [];
      return [role, content, called, id, reasoning_content ?? thinking];
    }),
  );
}

function parsed(call: { function: { arguments: unknown } }): unknown {
  const given = call.function.arguments;
  return typeof given === "string" ? JSON.parse(given) : given;
}
