import { getDialect, parseAssistantMessage, type Tier, type ToolDefinition } from "@millrace/protocol";
import { describe, expect, it } from "vitest";
import { MODEL_PERSONAS, type ModelPersona } from "../../src/index.js";
import { DIALECT_NAMES } from "../../src/personas/dialects.js";
import { AWKWARD, ask, PLAYED, play } from "./ask.js";

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "write_file",
    description: "Writes a whole file.",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" } },
      required: ["path", "content"],
    },
  },
];

const VALUES = { path: "src/a b.ts", content: AWKWARD };

const SENTENCE = `Call the tool write_file with path set to "src/a b.ts" and content set to exactly the lines between BEGIN content and END content.\nBEGIN content\n${AWKWARD}END content`;

/** The calls as a reader of this dialect finds them. */
function read(text: string, dialect: string): readonly unknown[] {
  const { blocks } = parseAssistantMessage(text, { dialect, tools: TOOLS, reason: "stop" });
  return blocks.flatMap((block) => (block.type === "tool-use" ? [block.input] : []));
}

async function teach(persona: ModelPersona, dialect: string, tier: Tier, options: object): Promise<string> {
  const server = await play(persona.name, options);
  const lesson = getDialect(dialect).teach(TOOLS, tier);
  const messages = persona.refusesSystem
    ? [{ role: "user", content: `${lesson}\n\n${SENTENCE}` }]
    : [
        { role: "system", content: lesson },
        { role: "user", content: SENTENCE },
      ];
  const { status, text, calls } = await ask(server, persona.name, "chat-completions", true, { messages });
  expect([status, calls]).toEqual([200, []]);
  // Where the server leaves thoughts in the text, the call stands behind them.
  return text.slice(text.indexOf("</think>") + 1);
}

describe.each(MODEL_PERSONAS)("$name", (persona) => {
  const { works, slips, own, breaks } = persona.truth.dialects;

  it.each(PLAYED)("writes each dialect that it is taught as its row says ($by)", async ({ options }) => {
    for (const dialect of DIALECT_NAMES) {
      const text = await teach(persona, dialect, "full", options);
      const right = read(text, dialect).some((input) => JSON.stringify(input) === JSON.stringify(VALUES));
      const byAll = read(text, "auto").some((input) => JSON.stringify(input) === JSON.stringify(VALUES));
      if (works.includes(dialect) || slips.includes(dialect))
        expect([dialect, right, byAll]).toEqual([dialect, true, true]);
      else expect([dialect, byAll]).toEqual([dialect, own.includes(dialect)]);
    }
  });

  it("has each dialect in one list of its row", () => {
    expect([...works, ...slips, ...own, ...breaks].sort()).toEqual([...DIALECT_NAMES].sort());
  });
});

it("knows every dialect by the shortest lesson, too", async () => {
  const persona = MODEL_PERSONAS.find(({ name }) => name === "good-native");
  for (const dialect of DIALECT_NAMES) {
    for (const tier of ["compact", "minimal"] as const) {
      const text = persona ? await teach(persona, dialect, tier, {}) : "";
      expect([dialect, tier, read(text, dialect)]).toEqual([dialect, tier, [VALUES]]);
    }
  }
});

it("says in prose what the result of a taught call was", async () => {
  const server = await play("llama-3");
  const messages = [
    { role: "system", content: getDialect("cline").teach(TOOLS, "full") },
    { role: "user", content: SENTENCE },
    { role: "assistant", content: "<write_file>\n<path>a</path>\n</write_file>" },
    { role: "user", content: "<tool_response>\n[write_file a] ok\nwritten\n</tool_response>" },
  ];
  const { text } = await ask(server, "llama-3", "ollama", true, { messages });
  expect(text).toBe("The tool says: [write_file a] ok");
});
