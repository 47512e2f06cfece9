import { expect, it } from "vitest";
import { parseAssistantMessage } from "../../src/index.js";
import { cutEvery } from "../cuts.js";
import { readPieces } from "./read-message.js";
import { unmarkedTools as tools } from "./sample-tools.js";

const MIB = 1024 * 1024;
const line = `${"x".repeat(63)}\n`;
const long = line.repeat((33 * MIB) / line.length);

it("a call of more than 32 MiB is cut off at the same place however it comes, and is never run", () => {
  const text = `<write_to_file><path>a</path><content>\n${long}</content></write_to_file> behind`;
  const whole = readPieces([text], { tools }, "stop");
  expect(whole.blocks).toHaveLength(1);
  expect(whole.blocks[0]).toMatchObject({ type: "tool-use", closedBy: "end", span: { start: 0, end: 32 * MIB } });
  expect(whole.notes).toMatchObject([{ kind: "too-long" }]);
  expect(whole.truncated).toBe(true);
  expect(readPieces(cutEvery(text, 1_000_003), { tools }, "stop")).toEqual(whole);
});

it("a text of more than 32 MiB comes in blocks, cut at the same place however it comes", () => {
  const spans = (text: readonly string[]) => readPieces(text, { tools }, "stop").blocks.map(({ span }) => span);
  expect(spans([long])).toEqual([
    { channel: "text", start: 0, end: 32 * MIB },
    { channel: "text", start: 32 * MIB, end: long.length },
  ]);
  expect(spans(cutEvery(long, 1_000_003))).toEqual(spans([long]));
});

it("a fence that stays undecided for more than 32 MiB is text, and nothing in it runs", () => {
  const { blocks, notes } = parseAssistantMessage(`\`\`\`\n<write_to_file><path>a</path><content>${long}`, { tools });
  expect(blocks.every((block) => block.type === "text")).toBe(true);
  expect(notes).toMatchObject([{ kind: "too-long" }]);
});
