import { isJsonObject } from "./json.js";
import type { Scenario } from "./scenario.js";
import { TestkitError } from "./testkit-error.js";

const SCENARIO_KEYS = ["$schema", "server", "answers", "prefix", "allow"];
const ANSWER_KEYS = [
  "match",
  "repeat",
  "text",
  "reasoning",
  "calls",
  "parts",
  "chunk",
  "bytes",
  "paceMs",
  "headersAfterMs",
  "firstByteAfterMs",
  "finish",
  "usage",
  "done",
  "reasoningField",
  "status",
  "headers",
  "body",
  "fault",
  "conversation",
  "prefix",
];

/**
 * Checks that a value is a scenario. Throws {@link TestkitError} `invalid_scenario` that names the place of the first fault: a key
 * nobody reads is one, since it is most often a misspelt one.
 */
export function checkScenario(value: unknown): asserts value is Scenario {
  if (!isJsonObject(value)) throw invalid("scenario", "it must be an object with `answers`");
  knownKeys(value, SCENARIO_KEYS, "scenario");
  if (!Array.isArray(value.answers)) throw invalid("answers", "it must be a list");
  value.answers.forEach((answer: unknown, index) => {
    if (typeof answer !== "function") checkAnswer(answer, `answers[${index}]`);
  });
}

function checkAnswer(answer: unknown, path: string): void {
  if (!isJsonObject(answer)) throw invalid(path, "it must be an object");
  knownKeys(answer, ANSWER_KEYS, path);
  for (const key of ["chunk", "repeat", "bytes"]) {
    const value = answer[key];
    if (typeof value === "number" && !(Number.isInteger(value) && value >= 1)) {
      throw invalid(`${path}.${key}`, "it must be a whole number from 1 up");
    }
  }
  for (const key of ["paceMs", "headersAfterMs", "firstByteAfterMs"]) {
    const value = answer[key];
    if (value !== undefined && !(typeof value === "number" && value >= 0)) {
      throw invalid(`${path}.${key}`, "it must be milliseconds, 0 or more");
    }
  }
  if (answer.parts !== undefined && (answer.text ?? answer.reasoning ?? answer.calls) !== undefined) {
    throw invalid(`${path}.parts`, "it stands in place of text, reasoning and calls, not beside them");
  }
  for (const key of ["calls", "parts"]) {
    if (answer[key] !== undefined && !Array.isArray(answer[key])) throw invalid(`${path}.${key}`, "it must be a list");
  }
}

function knownKeys(value: Readonly<Record<string, unknown>>, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw invalid(`${path}.${unknown}`, `there is no such key; there are ${known.join(", ")}`);
}

function invalid(path: string, message: string): TestkitError {
  return new TestkitError("invalid_scenario", `Scenario, ${path}: ${message}.`);
}
