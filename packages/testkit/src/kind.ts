import { isJsonObject } from "./json.js";

/** What a value must be, in words, and whether it is. */
export interface Kind {
  words: string;
  holds: (value: unknown) => boolean;
}

/** A boolean. */
export const flag: Kind = { words: "true or false", holds: (value) => typeof value === "boolean" };

/** A JSON object, not a list. */
export const object: Kind = { words: "an object", holds: isJsonObject };

/** A count of at least one. */
export const positive: Kind = {
  words: "a whole number from 1 up",
  holds: (value) => Number.isInteger(value) && Number(value) >= 1,
};

/** What is of one of two kinds. */
export function either(one: Kind, other: Kind): Kind {
  return {
    words: `${one.words} or ${other.words}`,
    holds: (value) => one.holds(value) || other.holds(value),
  };
}
