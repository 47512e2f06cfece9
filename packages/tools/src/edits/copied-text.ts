/** What a model copies into a file although it never stood there. Each check is O(text). */

const COMMENT_SIGNS = /^\s*(?:\/\/+|#(?!#)|\/\*+|\{\/\*|<!--|--|;+|%+|"""|''')?\s*|\s*(?:\*+\/\}?|-->|"""|''')?\s*$/g;
const REST =
  /\b(?:rest|remaining|remains|remainder|existing|unchanged|same as|previous|omitted|truncated|snip(?:ped)?|keep|kept|as before|goes here|as is)\b/i;
/**
 * Sentences that stand for text without an ellipsis: "rest of the code", "the remaining methods stay the same",
 * "existing imports unchanged".
 */
const REST_SENTENCE =
  /^[([]?\s*(?:the\s+)?(?:(?:rest|remainder)\s+of\b|(?:remaining|existing|previous|other)\b)[^.]*\b(?:code|file|contents?|functions?|methods?|imports?|class|implementation|lines|document|component)\b(?:[^.]*\b(?:unchanged|same|omitted|remains?|stays?|here|above|below|as before|as is)\W*)?$/i;
const UNCHANGED = /\b(?:unchanged|same|omitted|remains?|stays?|here|as before|as is)\W*$|^(?:the\s+)?rest\s+of\b/i;
/**
 * Samples: "[Showing lines 1-20 of 60. Use offset 21 to continue]", "(lines 1-20 of 60. To go on: start_line 21)", "...
 * 40 lines omitted ...".
 */
const READ_NOTICE =
  /^\W*(?:showing\s+)?(?:lines?\s+\d+\s*(?:-|–|to)\s*\d+(?:\s+of\s+\d+|;\s*the file goes on)|\d+\s+(?:more\s+)?lines?\s+(?:omitted|truncated|not shown|hidden)|all \d+ lines\)\s*$|(?:file|output|content)\s+(?:was\s+)?truncated\b)/i;
/** What every omission has somewhere; most lines of code have none of it. */
const HINT = /\.{3}|…|rest|remain|existing|previous|other|unchanged|line|truncated/i;
const NUMBERED = /^\s*(\d+)(?: \||\t|→|:\s)/;
const NUMBERED_AS_READ = /^\s*(\d+) \| ?/;

/**
 * The first line that stands for text left out, e.g. `// ... rest of code unchanged`, or is the notice of a reading
 * tool, and that the file did not hold. Code such as `f(...rest)` is none: the whole line must be a comment or nothing
 * but the placeholder.
 */
export function findOmission(text: string, before: string): string | undefined {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  const lines = text.split("\n");
  const shrinks = before.split("\n").length > 2 * lines.length;
  return lines.find((line) => HINT.test(line) && isOmission(line, shrinks) && !known.has(line.trim()))?.trim();
}

function isOmission(line: string, shrinks: boolean): boolean {
  const trimmed = line.trim();
  if (trimmed.length > 200) return false;
  if (READ_NOTICE.test(trimmed)) return true;
  const bare = trimmed.replace(COMMENT_SIGNS, "");
  const isComment = bare !== trimmed;
  const words = bare.replace(/^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g, "");
  const hasEllipsis = words !== bare || /^[([]\s*(?:\.{3}|…)/.test(bare);
  if (!isComment && !/\s/.test(bare)) return false;
  if (hasEllipsis && isProse(words)) return REST.test(bare) || (shrinks && isComment && words === "");
  return isComment && !hasEllipsis && REST_SENTENCE.test(bare) && UNCHANGED.test(bare);
}

/** No code: letters, blanks and light punctuation only. `...rest` spreads and calls are code. */
function isProse(words: string): boolean {
  return /^[\p{L}\p{N}\s,.'’:()[\]/_-]*$/u.test(words) && !/^\w+[,)\]]/.test(words);
}

/**
 * True if the text was copied with the line numbers of a reading tool: every line that is not blank begins with a
 * number, each one more than the last, in at least two lines, and the file itself is not numbered so.
 */
export function hasLineNumbers(text: string, before: string): boolean {
  return isNumbered(text) && !isNumbered(before);
}

function isNumbered(text: string): boolean {
  if (!NUMBERED.test(text.trimStart())) return false;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const form = lines.every((line) => NUMBERED_AS_READ.test(line)) ? NUMBERED_AS_READ : NUMBERED;
  const numbers = lines.map((line) => Number(form.exec(line)?.[1] ?? Number.NaN));
  const least = form === NUMBERED_AS_READ ? 2 : 3;
  return (
    numbers.length >= least &&
    numbers.every((number, index) => (index === 0 ? number >= 1 : number > (numbers[index - 1] ?? 0)))
  );
}
