import fc from "fast-check";
import { expect, it } from "vitest";
import { readProbe } from "../../src/personas/probe-words.js";

it("understands one word", () => {
  expect(readProbe("Reply with the single word «pelican» and nothing else.")).toEqual({
    kind: "word",
    word: "pelican",
  });
});

const QUESTION =
  "What is the code word in the first line of this message? Reply with that single word and nothing else.";

it("finds the code word of the first line, or that it is gone", () => {
  const filler = "Rain on the roof.\n".repeat(3);
  expect(readProbe(`The code word is «heron».\n${filler}${QUESTION}`)).toEqual({ kind: "word", word: "heron" });
  expect(readProbe(`word is «heron».\n${filler}${QUESTION}`)).toEqual({ kind: "lost-word" });
});

it("multiplies", () => {
  const asked = readProbe("Think first: what is 17 times 23? Then reply with the number and nothing else.");
  expect(asked).toEqual({ kind: "word", word: "391", thought: "17 times 23 is 391." });
});

it("answers in prose to anything else", () => {
  for (const words of [
    "Hello.",
    "Call the tool.",
    'Call the tool x with y set to "unfinished',
    "Tell me of «herons».",
  ]) {
    expect(readProbe(words)).toEqual({ kind: "prose" });
  }
});

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{0,9}$/);
/** Without what would end it early. */
const line = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\n") && !text.includes("END "));
const value = fc.oneof(
  fc.string({ unit: "grapheme" }).map((text) => ({ text, long: false })),
  fc.array(line, { maxLength: 5 }).map((lines) => ({ text: lines.map((text) => `${text}\n`).join(""), long: true })),
);
const call = fc.record({ name, values: fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }) });

it("gives back every value of every call that it is asked for, byte for byte", () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), (calls) => {
      const sentences = calls.map(({ name, values }) => {
        const pairs = Object.entries(values).map(([key, { text, long }]) =>
          long
            ? `${key} set to exactly the lines between BEGIN ${key} and END ${key}`
            : `${key} set to ${JSON.stringify(text)}`,
        );
        const blocks = Object.entries(values)
          .filter(([, { long }]) => long)
          .map(([key, { text }]) => `\nBEGIN ${key}\n${text}END ${key}`);
        return `Call the tool ${name} with ${pairs.join(" and ")}.${blocks.join("")}`;
      });
      const words =
        calls.length === 1
          ? sentences.join("")
          : `Make these calls in one message, all of them:\n${sentences.map((text, at) => `${at + 1}. ${text}`).join("\n")}`;
      const wanted = calls.map(({ name, values }) => ({
        name,
        arguments: Object.fromEntries(Object.entries(values).map(([key, { text }]) => [key, text])),
      }));
      expect(readProbe(words)).toMatchObject({ kind: "calls", calls: wanted });
    }),
  );
});
