import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { dialectNames, parseAssistantMessage, renderCall } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolDefinitions } from "../src/tool-definitions.js";
import { offered } from "./support/offered.js";
import { type FinishWord, finish, generated, streamed, textParts } from "./support/scripted.js";

const tools = toolDefinitions(offered);

const input = fc.oneof(
  fc.record({ path: fc.string(), lines: fc.integer() }, { requiredKeys: ["path"] }),
  fc.record(
    { path: fc.string(), content: fc.string({ unit: "binary" }), at: fc.record({ line: fc.nat() }) },
    { requiredKeys: ["path", "content"] },
  ),
);
const call = fc.record({ input, dialect: fc.constantFrom(...dialectNames) }).map(({ input, dialect }) => {
  const name = "content" in input ? "write_to_file" : "read_file";
  return `\n${renderCall({ name, input }, tools, dialect).text}\n`;
});
const words = fc.constantFrom("I look.", "\n\n", " ", "a < b", "`<read_file>`", "```json\n", "```", "é😀", "{", "]");
const marks = fc.constantFrom(
  "<think>",
  "</think>",
  "<read_file>",
  "<path>",
  "</path>",
  "</read_file>",
  "<tool_call>",
  "</tool_call>",
  '{"name": "read_file"',
  "[TOOL_CALLS]",
);
const message = fc.array(fc.oneof(call, words, marks, fc.string()), { maxLength: 6 }).map((parts) => parts.join(""));
/** Often cut off somewhere. */
const text = fc
  .tuple(message, fc.option(fc.nat(400)))
  .map(([whole, end]) => (end === null ? whole : whole.slice(0, end)));
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const reason = fc.constantFrom<FinishWord>("stop", "length", "other");
const dialect = fc.constantFrom("auto", "cline", "hermes", "mistral");

/** What a client of the SDK makes of an answer: what was said, thought and called, in order. */
type Seen = { text: string } | { reasoning: string } | { call: string; input: unknown };

/** As the reader of the protocol reads the whole text. */
function expected(whole: string, dialect: string, word: FinishWord): Seen[] {
  const reason = word === "other" ? "unknown" : word === "stop" ? "stop" : "length";
  return parseAssistantMessage(whole, { tools, dialect, reason }).blocks.flatMap((block): Seen[] => {
    if (block.type === "text") return [{ text: block.text }];
    if (block.type === "reasoning") return [{ reasoning: block.text }];
    return block.partial ? [] : [{ call: block.name, input: JSON.parse(JSON.stringify(block.input)) }];
  });
}

/** As the parts of a stream say it, with the order of the parts looked at. */
function seen(parts: readonly LanguageModelV3StreamPart[]): Seen[] {
  const list: Seen[] = [];
  const open = new Map<string, string>();
  const inputs = new Map<string, string>();
  const take = (id: string) => {
    const value = open.get(id);
    expect(value, `${id} is not open`).toBeDefined();
    open.delete(id);
    return value ?? "";
  };
  for (const part of parts) {
    if (part.type === "text-start" || part.type === "reasoning-start" || part.type === "tool-input-start") {
      expect([...open.keys()], "one is open at a time").toEqual([]);
      open.set(part.id, "");
    } else if (part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-delta") {
      expect(part.delta).not.toBe("");
      open.set(part.id, take(part.id) + part.delta);
    } else if (part.type === "text-end") list.push({ text: take(part.id) });
    else if (part.type === "reasoning-end") list.push({ reasoning: take(part.id) });
    else if (part.type === "tool-input-end") inputs.set(part.id, take(part.id));
    else if (part.type === "tool-call") {
      expect(part.input).toBe(inputs.get(part.toolCallId));
      list.push({ call: part.toolName, input: JSON.parse(part.input) });
    }
  }
  expect([...open.keys()], "nothing stays open").toEqual([]);
  return list;
}

function cut(whole: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, n = 0; at < whole.length; n++) {
    const length = lengths[n % lengths.length] ?? 1;
    pieces.push(whole.slice(at, at + length));
    at += length;
  }
  return pieces;
}

describe("whatever a model writes, however it is cut", () => {
  it("comes out of a stream as the reader of the whole text has it", async () => {
    await fc.assert(
      fc.asyncProperty(text, cuts, reason, dialect, async (whole, lengths, word, dialect) => {
        const parts = await streamed([...textParts(cut(whole, lengths)), finish(word)], {
          params: { tools: offered },
          options: { dialect },
        });
        expect(seen(parts)).toEqual(expected(whole, dialect, word));
      }),
      { numRuns: 300 },
    );
  });

  it("comes out whole as it does streamed", async () => {
    await fc.assert(
      fc.asyncProperty(text, reason, dialect, async (whole, word, dialect) => {
        const asked = { params: { tools: offered }, options: { dialect } };
        const { content, finishReason } = await generated([{ type: "text", text: whole }], asked, word);
        const parts = await streamed([...textParts([whole]), finish(word)], asked);
        const has = content.map((part): Seen => {
          if (part.type === "tool-call") return { call: part.toolName, input: JSON.parse(part.input) };
          return part.type === "reasoning" ? { reasoning: part.text } : { text: part.type === "text" ? part.text : "" };
        });
        expect(has).toEqual(seen(parts));
        expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason });
      }),
      { numRuns: 150 },
    );
  });

  it("is only text where no tool is offered, or none may be called", async () => {
    await fc.assert(
      fc.asyncProperty(text, cuts, async (whole, lengths) => {
        const answer = [...textParts(cut(whole, lengths)), finish()];
        for (const params of [{}, { tools: offered, toolChoice: { type: "none" } as const }]) {
          const parts = await streamed(answer, { params });
          expect(parts.filter(({ type }) => type.startsWith("tool-"))).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
