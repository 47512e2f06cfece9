import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";

/** What a value of a request must be, in words, and whether it is. */
export interface Kind {
  words: string;
  holds: (value: unknown) => boolean;
}

export const text: Kind = {
  words: "a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};
export const flag: Kind = { words: "true or false", holds: (value) => typeof value === "boolean" };
export const object: Kind = { words: "an object", holds: isJsonObject };
export const list: Kind = {
  words: "a list that is not empty",
  holds: (value) => Array.isArray(value) && value.length > 0,
};
export const number: Kind = { words: "a number", holds: (value) => typeof value === "number" };
export const whole: Kind = { words: "a whole number", holds: Number.isInteger };
export const positive: Kind = {
  words: "a whole number from 1 up",
  holds: (value) => whole.holds(value) && Number(value) >= 1,
};
export const stops: Kind = {
  words: "a text, or a list of texts",
  holds: (value) => text.holds(value) || (list.holds(value) && (value as unknown[]).every(text.holds)),
};
export const either = (a: Kind, b: Kind): Kind => ({
  words: `${a.words}, or ${b.words}`,
  holds: (value) => a.holds(value) || b.holds(value),
});
export const between = (low: number, high: number): Kind => ({
  words: `a number from ${low} to ${high}`,
  holds: (value) => typeof value === "number" && value >= low && value <= high,
});

/** What any wire asks for: JSON said to be JSON, and the fields it cannot do without. */
export function checkEnvelope(request: ReceivedRequest, required: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  const type = request.headers["content-type"] ?? "none";
  if (!type.startsWith("application/json")) {
    findings.push(finding("content-type", "", `The content type must be application/json; it is ${type}.`));
  }
  for (const name of required) {
    if (request.json[name] === undefined) findings.push(finding("required-field", name, `\`${name}\` is missing.`));
  }
  return findings;
}

/** What is wrong with these fields: one that nobody knows, one of another kind. `prefix` stands before their names. */
export function checkFields(values: JsonObject, known: Readonly<Record<string, Kind>>, prefix: string): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(values)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    const path = `${prefix}${name}`;
    if (kind === undefined) findings.push(finding("unknown-parameter", path, `No strict server takes \`${path}\`.`));
    else if (!kind.holds(value)) {
      findings.push(finding("parameter-type", path, `\`${path}\` must be ${kind.words}; it is ${shown(value)}.`));
    }
  }
  return findings;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 80);
}
