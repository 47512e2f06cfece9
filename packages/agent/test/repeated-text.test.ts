import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REPEATED_TEXT } from "../src/limits.js";
import { RepeatedTextDetector } from "../src/repeated-text.js";

/** Feeds a block of text in pieces; gives what was found, and behind how many characters at the latest. */
function read(text: string, size = 64, channel: "text" | "reasoning" = "text") {
  const detector = new RepeatedTextDetector();
  detector.take({ type: `${channel}-start`, block: 0 });
  let behind = 0;
  for (; behind < text.length && detector.found === undefined; behind += size) {
    detector.take({ type: `${channel}-delta`, block: 0, text: text.slice(behind, behind + size) });
  }
  return { found: detector.found, behind };
}

const PARAGRAPH = "Let me think about the failing test once more. The parser returns null, so the caller throws.\n\n";
const PREFACE = Array.from({ length: 60 }, (_, at) => `Step ${at}: I look at file number ${at * 7}.`).join("\n");

describe("a passage that a model writes again and again", () => {
  test("is found, in text and in reasoning, and given once", () => {
    for (const channel of ["text", "reasoning"] as const) {
      const { found } = read(PREFACE + PARAGRAPH.repeat(200), 64, channel);
      expect(found?.passage).toHaveLength(PARAGRAPH.length);
      expect((PARAGRAPH + PARAGRAPH).includes(found?.passage ?? "?")).toBe(true);
      expect(found?.times).toBeGreaterThanOrEqual(REPEATED_TEXT.times);
    }
  });

  test("is found at most its bound after it began, wherever it begins and however the text is cut", () => {
    const passage = fc.integer({ min: 30, max: 900 }).map((length) => {
      const words = Array.from({ length }, (_, at) => `phrase${(at * 7919) % 1009}`).join(" ");
      return `${words.slice(0, length)}. `;
    });
    const preface = fc.integer({ min: 0, max: 300 }).map((lines) => PREFACE.repeat(8).slice(0, lines * 40));
    fc.assert(
      fc.property(passage, preface, fc.integer({ min: 1, max: 500 }), (unit, before, size) => {
        const needed = Math.max(REPEATED_TEXT.proseLength, unit.length * REPEATED_TEXT.times);
        const bound = before.length + REPEATED_TEXT.passage + 1 + needed;
        const text = before + unit.repeat(Math.ceil((bound - before.length) / unit.length) + 1);
        const { found, behind } = read(text, size);
        expect(found).toEqual(read(text, 1).found);
        expect(found?.passage).toHaveLength(unit.length);
        expect(behind).toBeLessThanOrEqual(bound + size);
      }),
      { numRuns: 30 },
    );
  });

  test("is found where it has code in it", () => {
    const passage = `${PARAGRAPH}\`\`\`ts\nconst a = parse(text);\n\`\`\`\n`;
    expect(read(passage.repeat(100)).found).toBeDefined();
  });

  test("of no letters at all ends, too, if much later: a model that writes only zeros", () => {
    const { found, behind } = read("0".repeat(100_000));
    expect(found?.passage).toBe("0");
    expect(behind).toBeLessThanOrEqual(REPEATED_TEXT.anyLength + 64);
  });
});

describe("what is never taken for one", () => {
  const art = `${" ".repeat(20)}/\\_/\\${" ".repeat(20)}\n`;
  const row = "| alice | engineer | Oslo | approved by the committee |\n";
  test.each<[string, string]>([
    ["a table of equal rows", row.repeat(400)],
    ["a column of zeros", "0, 0, 0, 0, 0, 0, 0, 0\n".repeat(1_000)],
    ["ASCII art", art.repeat(500)],
    ["rulers", `${"=".repeat(8_000)}\n${"-".repeat(8_000)}`],
    ["test data in a fence", `Here it is:\n\`\`\`json\n${'{ "name": "Alice", "role": "engineer" },\n'.repeat(600)}`],
    ["tildes round a fence with backticks in it", `~~~~\n\`\`\`\n${"a line of code that is here again\n".repeat(500)}`],
    ["indented code", "    await page.click(button);\n".repeat(500)],
    [
      "a list that counts",
      Array.from({ length: 3_000 }, (_, at) => `- file ${at} was changed as the others`).join("\n"),
    ],
    ["a chorus", "Around the world, around the world\n".repeat(100)],
    ["a licence over and over", PARAGRAPH.repeat(7)],
    ["a long passage seven times", `${PREFACE.slice(0, 2_000)}\n`.repeat(7)],
  ])("%s", (_, text) => {
    expect(read(text).found).toBeUndefined();
  });

  test("the bodies of calls, whatever they hold", () => {
    const detector = new RepeatedTextDetector();
    detector.take({ type: "tool-start", block: 0, id: "1", name: "write_to_file" });
    for (let at = 0; at < 1_000; at++) {
      detector.take({ type: "param-delta", block: 0, param: "content", text: PARAGRAPH });
    }
    expect(detector.found).toBeUndefined();
  });

  test("the same words in block after block, each between calls", () => {
    const detector = new RepeatedTextDetector();
    for (let block = 0; block < 200; block += 2) {
      detector.take({ type: "text-start", block });
      detector.take({ type: "text-delta", block, text: PARAGRAPH });
      detector.take({ type: "text-end", block });
    }
    expect(detector.found).toBeUndefined();
  });

  test("text in which something new comes at least once in seven rounds of anything", () => {
    const stretch = fc.record({
      unit: fc.string({ minLength: 1, maxLength: 400 }),
      times: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 5, maxLength: 40 }), (stretches) => {
        const text = stretches.map(({ unit, times }, at) => `${unit.repeat(times)} ${at} `).join("");
        expect(read(text).found).toBeUndefined();
      }),
    );
  });
});
