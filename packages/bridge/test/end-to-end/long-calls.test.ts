import type { Answer, Wire } from "@millrace/testkit";
import { expect, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";
import { WRITTEN_CALLS } from "./written-calls.js";

/** 200 KB of what breaks: quotes, tags, backslashes, characters of two units, no line break at the end. */
const LINE = 'const s = "\\\\n</content>" + `$(日本)`; // 🚀 <b>&amp;</b> \'\t\u2028\n';
const BODY = `${LINE.repeat(Math.ceil(200_000 / LINE.length))}end`;
const CALL = { name: "write_file", input: { path: "big.ts", content: BODY } };

test.each(UPSTREAM_WIRES)("a file of 200 KB is what the model wrote, natively from %s", async (wire) => {
  const answer = { text: "I write it.", calls: [{ name: CALL.name, arguments: CALL.input }], chunk: 37 };
  const { url } = await startBridgedModel(wire, { answers: [{ ...answer, repeat: "always" }] }, { mode: "native" });
  for (const client of CLIENTS) {
    const conversation = client.talk(url, TOOLS);
    conversation.say("Write it.");
    const { calls, error } = await conversation.ask("events");
    expect(error).toBeUndefined();
    expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([CALL]);
  }
});

// Not cline: its table takes the closes inside for the close of the call, or not, by what stands around them.
test.each(["hermes", "mistral"])("a file of 200 KB is what the model wrote, as text of %s", async (dialect) => {
  const answer = { text: `I write it.\n\n${WRITTEN_CALLS[dialect]?.(CALL)}`, chunk: 37 };
  const { url } = await startBridgedModel(
    "chat-completions",
    { answers: [{ ...answer, repeat: "always" }] },
    { mode: "text", dialect },
  );
  for (const client of CLIENTS) {
    const conversation = client.talk(url, TOOLS);
    conversation.say("Write it.");
    const { calls, error } = await conversation.ask("events");
    expect(error).toBeUndefined();
    expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([CALL]);
  }
});

const STREAMED = { path: "b.txt", content: "0123456789".repeat(10) };
const WRITTEN = `I write.\n<write_file>\n<path>b.txt</path>\n<content>\n${STREAMED.content}`;

interface Held {
  wire: Wire;
  mode: "text" | "salvage" | "native";
  /** The model stops in the middle of the body, and its server says nothing more. */
  answer: Answer;
}

const HELD: readonly Held[] = [
  // On Ollama's wire a native call comes whole or not at all.
  ...(["chat-completions", "openai-responses", "anthropic"] as const).flatMap((wire) =>
    (["native", "salvage"] as const).map((mode) => ({
      wire,
      mode,
      answer: { calls: [{ name: CALL.name, arguments: STREAMED }], chunk: 5, fault: stallAt(80) },
    })),
  ),
  ...UPSTREAM_WIRES.map((wire) => ({
    wire,
    mode: "text" as const,
    answer: { text: WRITTEN, chunk: 5, fault: stallAt(110) },
  })),
];

function stallAt(character: number) {
  return { end: "stall", at: { character } } as const;
}

test.each(HELD)(
  "a client sees a call open and its arguments grow while $wire still writes it, in mode $mode",
  async ({ wire, mode, answer }) => {
    const { url, server } = await startBridgedModel(wire, { answers: [{ ...answer, repeat: "always" }] }, { mode });
    for (const client of CLIENTS) {
      const conversation = client.talk(url, TOOLS);
      conversation.say("Write it.");
      const hangUp = new AbortController();
      const names: string[] = [];
      let json = "";
      const { finish } = await conversation.ask("events", {
        signal: hangUp.signal,
        onPiece(piece) {
          if (piece.type === "call") names.push(piece.name);
          if (piece.type === "arguments") json += piece.text;
          if (json.includes("0123456789012345678901234")) hangUp.abort();
        },
      });
      expect(names).toEqual(["write_file"]);
      expect(JSON.stringify(STREAMED).startsWith(json)).toBe(true);
      expect(finish).toBeUndefined();
      await expect(server.requests.at(-1)?.ended).resolves.toBe("client-closed");
    }
  },
);
