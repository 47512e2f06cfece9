import fc from "fast-check";
import { expect, it } from "vitest";
import { MODEL_PERSONAS } from "../../src/index.js";
import { AWKWARD, ask, PLAYED, personaNamed, play, type Tool, wiresOf } from "./ask.js";

const NOTE: Tool = {
  name: "leave_note",
  description: "Leaves a note.",
  parameters: {
    type: "object",
    properties: { title: { type: "string" }, text: { type: "string" } },
    required: ["title", "text"],
  },
};

const VALUES = { title: 'a "b" \\ \t', text: AWKWARD };

const SENTENCE = `Call the tool leave_note with title set to ${JSON.stringify(VALUES.title)} and text set to exactly the lines between BEGIN text and END text.\nBEGIN text\n${AWKWARD}END text`;

const TWO = `Make these calls in one message, all of them:\n1. ${SENTENCE}\n2. Call the tool leave_note with title set to "second" and text set to "b".`;

const FINISHES = {
  "chat-completions": "tool_calls",
  "openai-responses": "completed",
  ollama: "stop",
  anthropic: "tool_use",
} as const;

const WAYS = MODEL_PERSONAS.flatMap((persona) =>
  wiresOf(persona).flatMap((wire) =>
    PLAYED.flatMap(({ by, options }) =>
      [true, false].map((stream) => ({ name: persona.name, wire, by, options, how: stream ? "streamed" : "whole" })),
    ),
  ),
);

it.each(WAYS)("$name does natively what its row says ($wire, $how, $by)", async ({ name, wire, how, options }) => {
  const { truth } = personaNamed(name);
  const server = await play(name, options);
  const heard = await ask(server, name, wire, how === "streamed", { messages: SENTENCE, tools: [NOTE] });
  switch (truth.native) {
    case "works":
      expect(heard.calls).toEqual([{ name: "leave_note", arguments: VALUES }]);
      expect(heard.finish).toBe(FINISHES[wire]);
      break;
    case "leaks-as-text":
      expect(heard).toMatchObject({ status: 200, calls: [] });
      // Both print JSON, the name first.
      expect(heard.text).toContain(`{"name": "leave_note", "`);
      expect(heard.text).toContain(JSON.stringify(AWKWARD));
      break;
    case "dropped":
      expect(heard).toMatchObject({ status: 200, calls: [] });
      expect(heard.text).toContain("I have no tool leave_note");
      break;
    case "refused":
      expect(heard.status).toBe(personaNamed(name).server.kind === "llama.cpp" ? 500 : 400);
      expect(JSON.stringify(heard.values)).toMatch(/does not support tools|--jinja|--enable-auto-tool-choice/);
  }
});

const CALLERS = MODEL_PERSONAS.filter(({ truth }) => truth.native === "works");

it.each(CALLERS)("$name makes as many calls in one message as its row says", async ({ name, truth }) => {
  const server = await play(name);
  const { calls } = await ask(server, name, "chat-completions", true, { messages: TWO, tools: [NOTE] });
  const second = { name: "leave_note", arguments: { title: "second", text: "b" } };
  expect(calls).toEqual([{ name: "leave_note", arguments: VALUES }, ...(truth.parallel ? [second] : [])]);
});

it("hands out any text of a call byte for byte", async () => {
  const server = await play("good-native");
  const text = fc.array(fc.string({ unit: "grapheme" }).filter((line) => !line.includes("\n") && line !== "END text"));
  await fc.assert(
    fc.asyncProperty(text, async (lines) => {
      const body = lines.map((line) => `${line}\n`).join("");
      const messages = `Call the tool leave_note with text set to exactly the lines between BEGIN text and END text.\nBEGIN text\n${body}END text`;
      const { calls } = await ask(server, "good-native", "chat-completions", true, { messages, tools: [NOTE] });
      expect(calls).toEqual([{ name: "leave_note", arguments: { text: body } }]);
    }),
    { numRuns: 30 },
  );
});

it("calls no tool that it is not shown, and says so", async () => {
  const server = await play("good-native");
  const none = await ask(server, "good-native", "chat-completions", true, { messages: SENTENCE });
  expect([none.calls, none.text]).toEqual([[], "I have no tool leave_note, so I cannot call it."]);
  const other = [{ ...NOTE, name: "other" }];
  const unknown = await ask(server, "good-native", "chat-completions", true, { messages: SENTENCE, tools: other });
  expect([unknown.calls, unknown.text]).toEqual([[], "I have no tool leave_note, so I cannot call it."]);
});

it.each(CALLERS)("$name says in prose what a tool gave it", async ({ name }) => {
  for (const { options } of PLAYED) {
    const server = await play(name, options);
    const call = { id: "call00001", type: "function", function: { name: "leave_note", arguments: '{"title": "a"}' } };
    const messages = [
      { role: "user", content: "Leave a note." },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "call00001", content: "The note lies on the desk.\nMore." },
    ];
    const heard = await ask(server, name, "chat-completions", true, { messages, tools: [NOTE] });
    expect(heard.calls).toEqual([]);
    expect(heard.text).toContain("The tool says: The note lies on the desk.");
  }
});
