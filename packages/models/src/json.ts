import { MAX_NAME_CHARS } from "./limits.js";

/** A JSON object from a server, of which nothing is known. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. */
export function recordIn(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value if it is an array, else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first of the values that is a number above 0. */
export function sizeIn(...values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === "number" && value > 0);
}

/** The value if it is a text with something in it. */
export function textIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value if it is a text as names are: a line that is not too long, and without what a terminal would act on. */
export function lineIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text === undefined || text.length > MAX_NAME_CHARS || /\p{Cc}/u.test(text) ? undefined : text;
}

/** What stands for JSON that cannot be written: no JSON itself, so whoever reads it refuses it. */
const TOO_DEEP = "nested too deeply";

/**
 * The JSON text of a value that a server sent. One nested thousands of levels deep can be read, but not written again:
 * of it the text is no JSON, so that a call with it is refused and not run with something else.
 */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return TOO_DEEP;
  }
}
