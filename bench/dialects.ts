import { createParser, dialectNames, renderCall } from "@millrace/protocol";
import { adversarialTexts } from "./adversarial.js";
import { benchTools } from "./bench-tools.js";
import { reachableBytes } from "./reachable-bytes.js";
import { cut, nsPerCharacterOf, readAll, time } from "./read-time.js";
import { repeat } from "./repeat.js";
import { SHAPES } from "./shapes.js";

const TOOLS = benchTools(8);
const AUTO = { tools: TOOLS, dialect: "auto" };
const CLINE = { tools: TOOLS, dialect: "cline" };

const KB_64 = 65_536;
const KB_256 = 4 * KB_64;
const MB_1 = 1_048_576;
const MB_4 = 4 * MB_1;
const MB_64 = 64 * MB_1;

/** `auto` against one dialect, on what that dialect writes. */
const MOST_RATIO = 1.5;
/** A character of a long message against one of a short one. */
const MOST_GROWTH = 2;
/** Bytes that a character of shown text leaves on the heap: itself, and what holds the pieces together. */
const MOST_BYTES = 1.5;

/** Times `auto` and every dialect, and weighs what a long text leaves behind. False if a budget was not kept. */
export function benchDialects(print: (line: string) => void): boolean {
  return [benchAuto(print), benchEach(print), benchAdversarial(print), benchHeap(print)].every((kept) => kept);
}

function benchAuto(print: (line: string) => void): boolean {
  print("| shape | cline 64 KB ns/char | auto | ratio | cline 1 MB ns/char | auto | ratio | budget |");
  print(`| --- |${" --: |".repeat(7)}`);
  let kept = true;
  for (const [name, make] of Object.entries(SHAPES)) {
    const sizes = [KB_64, MB_1].map((size) => compare(make(size)));
    const ok = sizes.every(({ cline, auto }) => auto <= cline * MOST_RATIO);
    kept &&= ok;
    const cells = sizes.map(
      ({ cline, auto }) => `${cline.toFixed(1)} | ${auto.toFixed(1)} | ${(auto / cline).toFixed(2)}`,
    );
    print(`| ${name} | ${cells.join(" | ")} | ${MOST_RATIO}x |${ok ? "" : " over budget"}`);
  }
  print("");
  return kept;
}

/** Nanoseconds a character in both, the best of five interleaved runs. */
function compare(text: string): { cline: number; auto: number } {
  const deltas = cut(text);
  const repeats = Math.max(1, Math.round((2 * MB_1) / text.length));
  const best = { cline: Number.POSITIVE_INFINITY, auto: Number.POSITIVE_INFINITY };
  for (let run = 0; run < 5; run++) {
    best.cline = Math.min(
      best.cline,
      time(() => readAll(deltas, CLINE), repeats),
    );
    best.auto = Math.min(
      best.auto,
      time(() => readAll(deltas, AUTO), repeats),
    );
  }
  return { cline: (best.cline * 1e6) / text.length, auto: (best.auto * 1e6) / text.length };
}

const SOURCE = `/** The item at a place; throws a "RangeError" outside of the list. */
export function at<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length) throw new RangeError(\`no place \${index}\`);
  return list[index] as T; // it's there\\n
}
`;

/** A call that writes a file, in each dialect. */
function benchEach(print: (line: string) => void): boolean {
  print("| dialect | 64 KB ns/char | 4 MB | growth | at once, 64 KB ns/char | 4 MB | growth | budget | reads back |");
  print(`| --- |${" --: |".repeat(7)} --- |`);
  let kept = true;
  for (const dialect of dialectNames.filter((name) => name !== "auto")) {
    const write = (length: number) =>
      renderCall(
        { name: "write_to_file", input: { path: "src/at.ts", content: repeat(SOURCE, length) } },
        TOOLS,
        dialect,
      );
    const [short, long] = [write(KB_64), write(MB_4)];
    const texts = [short.text, long.text] as const;
    const ok = report(print, dialect, { tools: TOOLS, dialect }, texts, short.readsBack ? "yes" : "no");
    kept &&= ok;
  }
  print("");
  return kept;
}

function benchAdversarial(print: (line: string) => void): boolean {
  print("| in auto | 256 KB ns/char | 1 MB | growth | at once, 256 KB ns/char | 1 MB | growth | budget |");
  print(`| --- |${" --: |".repeat(7)}`);
  let kept = true;
  for (const [name, make] of Object.entries(adversarialTexts())) {
    const ok = report(print, name, AUTO, [make(KB_256), make(MB_1)]);
    kept &&= ok;
  }
  print("");
  return kept;
}

/**
 * Prints the row of a short and a long message, each in deltas and as one piece; true if the long one is not slower a character
 * in either.
 */
function report(
  print: (line: string) => void,
  name: string,
  options: typeof AUTO,
  [short, long]: readonly [short: string, long: string],
  ...more: string[]
): boolean {
  const repeats = Math.min(16, Math.max(1, Math.round(MB_1 / short.length / 2)));
  const ways = [cut, (text: string) => [text]].map((pieces) => {
    const early = nsPerCharacterOf(pieces(short), options, repeats);
    const late = nsPerCharacterOf(pieces(long), options, 1);
    return { early, late, growth: late / early };
  });
  const ok = ways.every(({ growth }) => growth < MOST_GROWTH);
  const figures = ways.flatMap(({ early, late, growth }) => [early.toFixed(1), late.toFixed(1), growth.toFixed(2)]);
  const cells = [name.replaceAll("|", "\\|"), ...figures, `${MOST_GROWTH}x`, ...more];
  print(`| ${cells.join(" | ")} |${ok ? "" : " over budget"}`);
  return ok;
}

/** 64 MB of prose as one message: what is held before its end. */
function benchHeap(print: (line: string) => void): boolean {
  const deltas = cut(SHAPES.prose?.(KB_64) ?? "");
  const before = reachableBytes();
  const reader = createParser(AUTO);
  for (let read = 0; read < MB_64; read += KB_64) {
    for (const text of deltas) reader.push({ type: "text-delta", text });
  }
  const bytes = (reachableBytes() - before) / MB_64;
  reader.end("stop");
  print("| 64 MB of text in auto | bytes held a character | budget |");
  print("| --- | --: | --: |");
  print(`| blocks: ${reader.blocks.length} | ${bytes.toFixed(2)} | ${MOST_BYTES} |`);
  return bytes <= MOST_BYTES;
}
