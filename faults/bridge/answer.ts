import type { ToolDefinition } from "@millrace/protocol";
import type { Answer } from "@millrace/testkit";

/** How the bridge asks the upstream. */
export type AskedMode = "native" | "text";

const TEXT = "I go on with the notes.";
const REASONING = "The next notes are alpha and bravo.";

const CALLS = [
  { name: "read_note", input: { note: "alpha" } },
  { name: "write_note", input: { note: "bravo", content: 'A line, a "quote", ein Mühlbach.\nAnd one more.' } },
];

/** What a client is to see of the whole answer. */
export const WHOLE = { text: TEXT, reasoning: REASONING, calls: CALLS };

/** The answer that the faults strike. */
export function goodAnswer(mode: AskedMode): Answer {
  const written = CALLS.map(({ name, input }) => {
    const fields = Object.entries(input).map(([field, text]) => `<${field}>\n${text}</${field}>`);
    return [`<${name}>`, ...fields, `</${name}>`].join("\n");
  });
  return {
    reasoning: REASONING,
    // Each frame is some hundred bytes, and one fault sends each byte by itself.
    chunk: 20,
    ...(mode === "text"
      ? { text: [TEXT, ...written].join("\n") }
      : { text: TEXT, calls: CALLS.map(({ name, input }) => ({ name, arguments: input })) }),
  };
}

const STRING = { type: "string" } as const;

/** What the clients offer. */
export const TOOLS: readonly ToolDefinition[] = [
  {
    name: "read_note",
    description: "Reads a note.",
    parameters: { type: "object", properties: { note: STRING }, required: ["note"] },
  },
  {
    name: "write_note",
    description: "Writes a note.",
    parameters: { type: "object", properties: { note: STRING, content: STRING }, required: ["note", "content"] },
  },
];
