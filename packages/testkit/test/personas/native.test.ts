import { expect, it } from "vitest";
import { MODEL_PERSONAS, type Wire } from "../../src/index.js";
import { writeCalls } from "../../src/personas/dialects.js";
import { ask, personaNamed, play, TEMPLATES, type Tool } from "./ask.js";

const NOTE: Tool = {
  name: "leave_note",
  description: "Leaves a note.",
  parameters: {
    type: "object",
    properties: { title: { type: "string" }, text: { type: "string" } },
    required: ["title", "text"],
  },
};

/** What models and dialects trip over. */
const AWKWARD = 'x = "1" # </content> &lt; ```js $HOME `a` \\n 🦩 \'\r\n\tif (a < b && c) {}\n</leave_note>\n';

const WIRES: Readonly<Record<string, readonly Wire[]>> = {
  ollama: ["ollama", "chat-completions", "openai-responses"],
};

const ways = MODEL_PERSONAS.flatMap(({ name, server }) =>
  (WIRES[server.kind] ?? ["chat-completions", "openai-responses"]).flatMap((wire) =>
    [true, false].flatMap((stream) => [undefined, TEMPLATES].map((templates) => ({ name, wire, stream, templates }))),
  ),
);

const VALUES = { title: 'a "b" \\ \t', text: AWKWARD };

const ONE = `Call the tool leave_note with title set to ${JSON.stringify(VALUES.title)} and text set to exactly the lines between BEGIN text and END text.\nBEGIN text\n${AWKWARD}END text`;

it.each(ways)("$name is asked for a native call ($wire, streamed: $stream, templates: $templates)", async (way) => {
  const { name, wire, stream, templates } = way;
  const { truth, syntax } = personaNamed(name);
  const server = await play(name, templates === undefined ? {} : { templates });
  const heard = await ask(server, name, wire, stream, { messages: ONE, tools: [NOTE] });
  expect([200, 400, 500]).toContain(heard.status);
  expect(heard.status !== 200).toBe(truth.native === "refused");
  expect(heard.calls).toEqual(truth.native === "works" ? [{ name: "leave_note", arguments: VALUES }] : []);
  const leaked =
    truth.native === "leaks-as-text" ? writeCalls([{ name: "leave_note", arguments: VALUES }], syntax, {}) : "";
  expect(heard.text).toContain(leaked);
  if (truth.native === "dropped") expect(heard.text).toContain("I have no tool leave_note");
});
