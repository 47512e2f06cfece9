import fc from "fast-check";

/** Whether no key in a JSON value is one of those that are left out of a model's arguments. */
function isHarmless(value: unknown): boolean {
  return !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value));
}

/** Any JSON value whose keys are all kept. */
export const harmlessJson = fc.jsonValue({ stringUnit: "grapheme" }).filter(isHarmless);

/** Any JSON object whose keys are all kept. */
export const harmlessObject = fc.dictionary(fc.string({ unit: "grapheme" }), harmlessJson).filter(isHarmless);
