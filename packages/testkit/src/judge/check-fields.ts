import type { JsonObject } from "../json.js";
import type { Kind } from "../kind.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";

/** A text with something in it: servers refuse an empty one. */
export const text: Kind = {
  words: "a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};
/** A list with something in it. */
export const list: Kind = {
  words: "a list that is not empty",
  holds: (value) => Array.isArray(value) && value.length > 0,
};
/** Any number. */
export const number: Kind = { words: "a number", holds: (value) => typeof value === "number" };
/** A whole number, below 0, too. */
export const whole: Kind = { words: "a whole number", holds: Number.isInteger };
/** Where an answer is to stop. */
export const stops: Kind = {
  words: "a text, or a list of texts",
  holds: (value) => text.holds(value) || (list.holds(value) && (value as unknown[]).every(text.holds)),
};
/** A number of a range, its ends among them. */
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
