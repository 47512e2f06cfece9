import { type Tool, textResult } from "@millrace/agent";
import type { Answer, Call, ReceivedRequest } from "@millrace/testkit";

/** How the model of the story calls its tools. */
export type Protocol = "native" | "text";

/** A call of the story: the note's name tells it from the others, in requests as in answers. */
interface StoryCall {
  tool: "read_note" | "write_note";
  note: string;
}

/** What the model wants done, message by message: two calls, one of them with effects, then a third that needs them. */
export const MESSAGES: readonly (readonly StoryCall[])[] = [
  [
    { tool: "read_note", note: "alpha" },
    { tool: "write_note", note: "bravo" },
  ],
  [{ tool: "write_note", note: "charlie" }],
];

/** Every call that must have run once when the story is told to its end, in order. */
export const NOTES: readonly string[] = MESSAGES.flat().map(({ note }) => note);

/** The last words: a run that ends with them has lost nothing. */
export const LAST_WORDS = "All three notes are done.";

/**
 * What the model says to this request: it makes the calls of its message that have no result yet, as a model does that
 * looks at the conversation. So whatever a fault did to an answer before, the story goes on from what the request holds.
 */
export function nextAnswer(request: ReceivedRequest, protocol: Protocol): Answer {
  const message = MESSAGES.find((calls) => calls.some(({ note }) => !isDone(request, note)));
  if (message === undefined) return { text: LAST_WORDS, chunk: CHUNK };
  const open = message.filter(({ note }) => !isDone(request, note));
  const reasoning = `The next notes are ${open.map(({ note }) => note).join(" and ")}.`;
  const text = "I go on with the notes.";
  if (protocol === "native") return { reasoning, text, calls: open.map(nativeCall), chunk: CHUNK };
  return { reasoning, text: `${text}\n${open.map(writtenCall).join("\n")}\n`, chunk: CHUNK };
}

/** The number of the message that answers this request, from 1. */
export function messageNumber(request: ReceivedRequest): number {
  const index = MESSAGES.findIndex((calls) => calls.some(({ note }) => !isDone(request, note)));
  return index === -1 ? MESSAGES.length + 1 : index + 1;
}

/** The tools of the story. Each run is noted in `ran`, in order. */
export function storyTools(ran: string[]): readonly Tool<{ note: string }>[] {
  const tool = (name: StoryCall["tool"], effects: "none" | "files"): Tool<{ note: string }> => ({
    name,
    description: `Does what its name says with a note.`,
    parameters: {
      type: "object",
      properties: { note: { type: "string", description: "Name of the note." } },
      required: ["note"],
    },
    effects,
    accesses: async () => [],
    run: async ({ note }) => {
      ran.push(note);
      return textResult(resultOf(note));
    },
  });
  return [tool("read_note", "none"), tool("write_note", "files")];
}

/** Characters in one piece of an answer. */
const CHUNK = 7;

function resultOf(note: string): string {
  return `done:${note}:done`;
}

function isDone({ body }: ReceivedRequest, note: string): boolean {
  return body.includes(resultOf(note));
}

function nativeCall({ tool, note }: StoryCall): Call {
  return { name: tool, arguments: { note } };
}

function writtenCall({ tool, note }: StoryCall): string {
  return `<${tool}>\n<note>${note}</note>\n</${tool}>`;
}
