import { MAX_QUOTE_LOOK_AHEAD } from "../limits.js";
import { DOUBLE_QUOTE, isBlank, SINGLE_QUOTE, SLASH } from "../scan/characters.js";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  HASH,
  isTokenCharacter,
  OPEN_BRACE,
  OPEN_BRACKET,
  STAR,
} from "./json-characters.js";
import { askFrame, type JsonFrame } from "./json-frame.js";
import { readScalar } from "./json-scalar.js";

/** What a quote inside a string is; `more` while what is known of the text does not tell. */
type QuoteVerdict = "close" | "content" | "more";

/**
 * What the double quote is that ends at `from`, in a value of an object or an item of an array: the close of its string,
 * or one that the model forgot to escape. It is the close where what follows may follow a string: a closing bracket; a
 * comma and the beginning of a key or of an item; a comment behind a blank (`"#id"` is content); the close of the frame.
 *
 * In strict JSON every quote is the close. A verdict does not change when more text comes. O(1).
 *
 * @example
 * judgeQuote('"a", "b": 1', 3, false, undefined); // close
 * judgeQuote('"hello", she said', 7, false, undefined); // content
 */
export function judgeQuote(text: string, from: number, inArray: boolean, frame: JsonFrame | undefined): QuoteVerdict {
  const limit = from + MAX_QUOTE_LOOK_AHEAD;
  const at = skipBlanks(text, from, limit);
  if (at === limit) return "close";
  if (at === text.length) return "more";
  const code = text.charCodeAt(at);
  if (code === (inArray ? CLOSE_BRACKET : CLOSE_BRACE)) return "close";
  if (code === COMMA) return judgeBehindComma(text, at + 1, limit, inArray, frame);
  if (at > from && (code === HASH || code === SLASH)) return judgeComment(text, at);
  return judgeStray(text, at, frame);
}

function judgeBehindComma(
  text: string,
  from: number,
  limit: number,
  inArray: boolean,
  frame: JsonFrame | undefined,
): QuoteVerdict {
  const at = skipBlanks(text, from, limit);
  if (at >= limit) return "close";
  if (at === text.length) return "more";
  const code = text.charCodeAt(at);
  if (isTokenCharacter(code)) return inArray ? judgeItem(text, at, limit) : judgeKey(text, at, limit);
  if (code === HASH || code === SLASH) return judgeComment(text, at);
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE || code === (inArray ? CLOSE_BRACKET : CLOSE_BRACE))
    return "close";
  if (inArray && (code === OPEN_BRACE || code === OPEN_BRACKET)) return "close";
  return judgeStray(text, at, frame);
}

/** A number or a word goes on with the array; the words of a sentence do not. */
function judgeItem(text: string, from: number, limit: number): QuoteVerdict {
  const end = skipToken(text, from, limit);
  if (end >= limit) return "close";
  if (end === text.length) return "more";
  return readScalar(text.slice(from, end)) === undefined ? "content" : "close";
}

/** `b: 1` goes on with the object, `she said` does not. */
function judgeKey(text: string, from: number, limit: number): QuoteVerdict {
  const at = skipBlanks(text, skipToken(text, from, limit), limit);
  if (at >= limit) return "close";
  if (at === text.length) return "more";
  return text.charCodeAt(at) === COLON ? "close" : "content";
}

/** What JSON cannot have there. */
function judgeStray(text: string, at: number, frame: JsonFrame | undefined): QuoteVerdict {
  const verdict = askFrame(frame, text, at);
  if (verdict === "more") return "more";
  return verdict === "yes" ? "close" : "content";
}

/** A lone slash is no comment. */
function judgeComment(text: string, at: number): QuoteVerdict {
  if (text.charCodeAt(at) === HASH) return "close";
  if (at + 1 === text.length) return "more";
  const next = text.charCodeAt(at + 1);
  return next === SLASH || next === STAR ? "close" : "content";
}

function skipBlanks(text: string, from: number, limit: number): number {
  let at = from;
  while (at < text.length && at < limit && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function skipToken(text: string, from: number, limit: number): number {
  let at = from;
  while (at < text.length && at < limit && isTokenCharacter(text.charCodeAt(at))) at++;
  return at;
}
