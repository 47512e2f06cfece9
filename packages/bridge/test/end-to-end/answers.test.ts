import type { Answer, Wire } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { type How, WAYS } from "./clients/client.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";
import { WRITTEN_CALLS } from "./written-calls.js";

const READ = { name: "read_file", input: { path: 'src/ü "quoted".txt' } };
const WRITE = {
  name: "write_file",
  input: { path: "b.txt", content: 'const a = "<b>";\n\tif (a && b) {} // 🚀 日本\n' },
};
const THOUGHT = "I need both files. 🤔";
const [BEFORE, BETWEEN, AFTER] = ["I read one file.", "Then I write another.", "That is all."];

type Mode = "text" | "salvage" | "native";

/** Two calls, text before, between and after them, reasoning first: as its server gives it natively, and as text. */
function nativeAnswer(chunk: number | undefined): Answer {
  return {
    parts: [
      { reasoning: THOUGHT },
      { text: BEFORE },
      { call: { name: READ.name, arguments: READ.input } },
      { text: BETWEEN },
      { call: { name: WRITE.name, arguments: WRITE.input } },
      { text: AFTER },
    ],
    usage: { inputTokens: 321, outputTokens: 45 },
    ...(chunk !== undefined && { chunk }),
  };
}

function writtenAnswer(dialect: string, thinks: "in tags" | "in its field", chunk: number | undefined): Answer {
  const write = WRITTEN_CALLS[dialect];
  if (write === undefined) throw new Error(dialect);
  const tags = thinks === "in tags" ? `<think>${THOUGHT}</think>\n\n` : "";
  return {
    text: `${tags}${[BEFORE, write(READ), BETWEEN, write(WRITE), AFTER].join("\n\n")}`,
    ...(thinks === "in its field" && { reasoning: THOUGHT }),
    usage: { inputTokens: 321, outputTokens: 45 },
    ...(chunk !== undefined && { chunk }),
  };
}

interface Asking {
  wire: Wire;
  mode: Mode;
  dialect?: string;
  answers: readonly Answer[];
  ways?: readonly How[];
}

/** Each client asks for each answer in each way, and sees the same. */
async function expectAll({ wire, mode, answers, dialect = "auto", ways = WAYS }: Asking): Promise<void> {
  const all = CLIENTS.flatMap((client) => ways.flatMap((how) => answers.map((answer) => ({ client, how, answer }))));
  const { server, url } = await startBridgedModel(
    wire,
    { answers: all.map(({ answer }, at) => ({ ...answer, conversation: String(at) })) },
    { mode, dialect },
  );
  for (const { client, how } of all) {
    const conversation = client.talk(url, TOOLS);
    conversation.say("Do it.");
    const answer = await conversation.ask(how);
    const where = `${client.wire}, ${how}`;
    expect(answer.error, where).toBeUndefined();
    const calls = answer.calls.map(({ name, input }) => ({ name, input }));
    expect(calls, where).toEqual([READ, WRITE]);
    expect(answer.reasoning.trim(), where).toBe(THOUGHT);
    expect(withoutBlanks(answer.text), where).toBe(withoutBlanks(BEFORE + BETWEEN + AFTER));
    const order = client.wire === "openai-chat" ? [] : ["reasoning", "text", "call", "text", "call", "text"];
    expect(answer.order, where).toEqual(order);
    expect(answer.finish, where).toBe(client.finish["tool-calls"]);
    expect(answer.usage, where).toEqual({ input: 321, output: 45 });
    expect(new Set(answer.calls.map(({ id }) => id)).size, where).toBe(2);
  }
  expect(server.violations).toEqual([]);
}

/** Blank lines beside a call go with it in one dialect and not in the other. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/\s/g, "");
}

describe.each(UPSTREAM_WIRES)("from an upstream that speaks %s", (wire) => {
  test.each(["salvage", "native"] as const)("native calls come through in mode %s, however they are cut", (mode) =>
    expectAll({ wire, mode, answers: [nativeAnswer(undefined), nativeAnswer(1)] }),
  );

  test.each(["text", "salvage"] as const)(
    "calls written as text come through in mode %s, however they are cut",
    (mode) =>
      expectAll({
        wire,
        mode,
        answers: [writtenAnswer("cline", "in tags", undefined), writtenAnswer("cline", "in its field", 1)],
      }),
  );
});

describe.each(Object.keys(WRITTEN_CALLS))("a model that writes %s", (dialect) => {
  const answers = [writtenAnswer(dialect, "in its field", undefined), writtenAnswer(dialect, "in tags", 1)];

  test("has its calls read by its dialect's name", () =>
    expectAll({ wire: "chat-completions", mode: "text", dialect, answers, ways: ["events"] }));

  // Where nobody said so, such a fence is code unless nothing but calls follows.
  test.skipIf(dialect === "tool-code")("has its calls read though nobody said what it writes", () =>
    expectAll({ wire: "ollama", mode: "salvage", answers, ways: ["events"] }),
  );
});

test("no client gets half a character, though the upstream cut it in two", async () => {
  const { url } = await startBridgedModel("chat-completions", { answers: [{ text: "🚀", chunk: 1, repeat: 3 }] });
  const question = {
    model: "m",
    stream: true,
    max_tokens: 9,
    messages: [{ role: "user", content: "Hi" }],
    input: "Hi",
  };
  for (const path of ["/v1/chat/completions", "/v1/responses", "/v1/messages"]) {
    const answer = await fetch(`${url}${path}`, { method: "POST", body: JSON.stringify(question) });
    const text = await answer.text();
    expect(text, path).toContain("🚀");
    expect(text, path).not.toMatch(/\\ud[89a-f]/i);
  }
});
