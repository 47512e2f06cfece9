import type { Dialect, RenderableCall } from "../dialects/dialect.js";

/** How one Gemma spells `call:f{key:value}`. */
export interface GemmaCallForm {
  before: string;
  after: string;
  /** Stands on both sides of a string, which is not escaped. */
  quote: string;
}

/** A key that can stand without quotes. */
const PLAIN_KEY = /^[A-Za-z_][\w.-]*$/;

/**
 * Makes the writer of a Gemma: keys sorted, as the templates sort them (`dictsort`), numbers and words bare, strings as
 * they are between two quote tokens. A string that holds the token cannot be said and is written all the same: reading
 * it back tells.
 *
 * @example
 * writeGemmaCall({ before: "<|tool_call>", after: "<tool_call|>", quote: '<|"|>' })({ name: "f", input: { n: 1 } }, tools);
 * // <|tool_call>call:f{n:1}<tool_call|>
 */
export function writeGemmaCall({ before, after, quote }: GemmaCallForm): Dialect["writeCall"] {
  const write = (value: unknown): string => {
    if (typeof value === "string") return `${quote}${value}${quote}`;
    if (Array.isArray(value)) return `[${value.map((item) => write(item ?? null)).join(",")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const members = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => `${PLAIN_KEY.test(key) ? key : write(key)}:${write(inner)}`);
    return `{${members.join(",")}}`;
  };
  return (call: RenderableCall) => `${before}call:${call.name}${write(call.input)}${after}`;
}
