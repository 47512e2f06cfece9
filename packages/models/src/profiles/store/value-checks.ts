import type { ModelProfile, Reasoning } from "@millrace/agent";
import { dialectNames } from "@millrace/protocol";
import { recordIn } from "../../json.js";

/** The values of a profile that say where they are from: what is learnt, and so can be stored. */
export type ProfileValueKey = Exclude<keyof ModelProfile, "server" | "model" | "local">;

/** What a value must be to count. */
export interface ValueCheck {
  fits(value: unknown): boolean;
  /** Ends the sentence `it must be …`. */
  expected: string;
}

const TOKENS: ValueCheck = {
  fits: (value) => isNumber(value) && Number.isSafeInteger(value) && value > 0,
  expected: "a whole number of tokens above 0",
};
const YES_OR_NO: ValueCheck = { fits: (value) => typeof value === "boolean", expected: "true or false" };
const SPEED: ValueCheck = { fits: isAboveZero, expected: "a number of tokens a second above 0" };
const DIALECTS: ReadonlySet<unknown> = new Set(dialectNames);

/** A row a value. Whoever reads profiles from a file, or the user's words on a model, goes by these. */
export const VALUE_CHECKS: Readonly<Record<Exclude<ProfileValueKey, "reasoning">, ValueCheck>> = {
  window: TOKENS,
  cutsSilently: YES_OR_NO,
  maxOutput: TOKENS,
  protocol: oneOf("native", "text"),
  dialect: { fits: (value) => DIALECTS.has(value), expected: "the name of a dialect (docs/DIALECTS.md)" },
  otherDialects: {
    fits: (value) => Array.isArray(value) && value.every((name) => DIALECTS.has(name)),
    expected: "a list of dialects' names (docs/DIALECTS.md)",
  },
  parallel: YES_OR_NO,
  vision: YES_OR_NO,
  systemText: oneOf("system", "first-user"),
  promptTokensPerSecond: SPEED,
  outputTokensPerSecond: SPEED,
  bytesPerToken: { fits: isAboveZero, expected: "a number of bytes above 0" },
  prices: {
    fits: arePrices,
    expected: "dollars per million tokens: { input, output }, and cacheRead and cacheWrite where they differ",
  },
};

/** Reasoning has its parts beside where it is from, not in a `value`. */
export const REASONING_CHECK: ValueCheck = {
  fits: isReasoning,
  expected: "{ form: none | field | tags, back: drop | keep | echo | sign }, and opensInPrompt: true where it does",
};

export function isValueKey(key: string): key is ProfileValueKey {
  return key === "reasoning" || Object.hasOwn(VALUE_CHECKS, key);
}

function oneOf(...values: readonly unknown[]): ValueCheck {
  return { fits: (value) => values.includes(value), expected: values.join(" or ") };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isAboveZero(value: unknown): boolean {
  return isNumber(value) && value > 0;
}

function arePrices(value: unknown): boolean {
  const { input, output, cacheRead, cacheWrite } = recordIn(value);
  const isPrice = (price: unknown) => isNumber(price) && price >= 0;
  return isPrice(input) && isPrice(output) && [cacheRead, cacheWrite].every((at) => at === undefined || isPrice(at));
}

const FORMS: readonly unknown[] = ["none", "field", "tags"] satisfies Reasoning["form"][];
const WAYS_BACK: readonly unknown[] = ["drop", "keep", "echo", "sign"] satisfies Reasoning["back"][];

function isReasoning(value: unknown): boolean {
  const { form, back, opensInPrompt } = recordIn(value);
  return FORMS.includes(form) && WAYS_BACK.includes(back) && (opensInPrompt === undefined || opensInPrompt === true);
}
