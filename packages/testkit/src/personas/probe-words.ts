/** A call that the user's words ask for. Values are texts. */
export interface AskedCall {
  name: string;
  arguments: Readonly<Record<string, string>>;
}

/** What the user's words ask for. */
export type Asked =
  /** One word, or a number, and nothing else. `thought`: what is to be thought first. */
  | { kind: "word"; word: string; thought?: string }
  /** The code word of a first line that cannot be seen any more. */
  | { kind: "lost-word" }
  /** `at`: where in the words the asking begins. */
  | { kind: "calls"; calls: readonly AskedCall[]; at: number }
  | { kind: "prose" };

/**
 * Reads the few forms of sentence that a model persona understands, wherever they stand in the words (a lesson may stand
 * before them). All else is `prose`.
 *
 * - `Reply with the single word «pelican» and nothing else.`, last;
 * - `The code word is «heron».` on a line, and last the question for it;
 * - `Call the tool NAME with KEY set to "VALUE" and KEY set to exactly the lines between BEGIN KEY and END KEY.`, any number
 *   of them; the lines follow the sentence, and the value is what stands between the two, with its last line break;
 * - `Think first: what is 17 times 23? …`.
 */
export function readProbe(words: string): Asked {
  const text = words.trimEnd();
  const word = /Reply with the single word «([^»\n]+)» and nothing else\.$/.exec(text)?.[1];
  if (word !== undefined) return { kind: "word", word };

  if (text.endsWith(CODE_WORD_QUESTION)) {
    const code = /^The code word is «([^»\n]+)»\.$/m.exec(text)?.[1];
    return code === undefined ? { kind: "lost-word" } : { kind: "word", word: code };
  }

  const sum = /Think first: what is (\d+) times (\d+)\?/.exec(text);
  if (sum !== null) {
    const product = String(Number(sum[1]) * Number(sum[2]));
    return { kind: "word", word: product, thought: `${sum[1]} times ${sum[2]} is ${product}.` };
  }
  return readCalls(text);
}

const CODE_WORD_QUESTION =
  "What is the code word in the first line of this message? Reply with that single word and nothing else.";

const CALL = /Call the tool ([\w.-]+) with /g;
const PAIR =
  /([\w.-]+) set to (?:("(?:[^"\\\n]|\\.)*")|exactly the lines between BEGIN ([\w.-]+) and END \3)( and |\.(?=\s|$))/y;

function readCalls(text: string): Asked {
  const calls: AskedCall[] = [];
  let at: number | undefined;
  let from = 0;
  for (;;) {
    CALL.lastIndex = from;
    const opening = CALL.exec(text);
    if (opening === null) break;
    const read = readArguments(text, CALL.lastIndex);
    from = read?.end ?? CALL.lastIndex;
    if (read === undefined) continue;
    at ??= opening.index;
    calls.push({ name: opening[1] ?? "", arguments: read.values });
  }
  return at === undefined ? { kind: "prose" } : { kind: "calls", calls, at };
}

/** The values of a sentence, and where it and its lines end; undefined where the sentence is not whole. */
function readArguments(
  text: string,
  start: number,
): { values: Readonly<Record<string, string>>; end: number } | undefined {
  const values: [string, string | undefined][] = [];
  PAIR.lastIndex = start;
  for (;;) {
    const pair = PAIR.exec(text);
    if (pair === null) return undefined;
    const [, key = "", literal, , joint] = pair;
    values.push([key, literal === undefined ? undefined : textOf(literal)]);
    if (joint !== " and ") break;
  }

  let end = PAIR.lastIndex;
  const found: [string, string][] = [];
  for (const [key, value] of values) {
    if (value !== undefined) {
      found.push([key, value]);
      continue;
    }
    const lines = linesBetween(text, key, end);
    if (lines === undefined) return undefined;
    found.push([key, lines.value]);
    end = lines.end;
  }
  return { values: Object.fromEntries(found), end };
}

function textOf(literal: string): string {
  const value: unknown = JSON.parse(literal);
  return String(value);
}

/** The lines between `BEGIN KEY` and `END KEY`, each with its line break. */
function linesBetween(text: string, key: string, from: number): { value: string; end: number } | undefined {
  const [begin, close] = [`\nBEGIN ${key}\n`, `\nEND ${key}`];
  const opening = text.indexOf(begin, from);
  if (opening === -1) return undefined;
  // The line break of BEGIN may be that before END: then there is no line between them.
  const start = opening + begin.length;
  const end = text.indexOf(close, start - 1);
  return end === -1 ? undefined : { value: text.slice(start, end + 1), end: end + close.length };
}
