import { EXIT_CODES, type Expectation } from "./expectation.js";
import type { Told } from "./run-story.js";
import { LAST_WORDS, MESSAGES, NOTES } from "./story.js";

/** Retries of one request that did not come, or came empty, before the user is asked. Source: DESIGN 5. */
const RETRIES = 3;
const EMPTY_RETRIES = 2;

/** What was done to the story, as far as it decides what must come of it. */
export interface Situation {
  expected: Expectation;
  /** The message that was struck, from 1. */
  message: number;
  /** The answers that were struck, where not all were. */
  struck: number | "all";
  /** Nothing of the answer's content came, so that nothing but sending it again can be done. */
  nothingCame: boolean;
  /** The struck requests do not reach the server. */
  unseen: boolean;
}

/** All that went wrong, a sentence each: nothing is lost, nothing runs twice, and what is said is true. */
export function violationsOf(told: Told, situation: Situation): readonly string[] {
  const { ran, violations, failed } = told;
  const twice = NOTES.filter((note) => ran.filter((one) => one === note).length > 1);
  return [
    ...twice.map((note) => `the call for ${note} ran more than once`),
    ...violations.map(({ request, rule, message }) => `request ${request} breaks ${rule}: ${message}`),
    ...(failed.length > 1 ? [`the failure was shown ${failed.length} times`] : []),
    ...(situation.expected.cut ? [] : outcomeViolations(told, situation)),
  ];
}

function outcomeViolations(told: Told, situation: Situation): readonly string[] {
  const ending = told.result.end === "answered" ? answeredWrongly(told, situation) : failedWrongly(told, situation);
  return [...ending, ...wrongKinds(told, situation)];
}

/** Whether the run had to come to its end. */
function mustAnswer({ expected, struck }: Situation): boolean {
  return expected.kind === undefined || (expected.again && struck !== "all");
}

/** A message before the struck one leaves a connection behind, and the next may begin before that is free. */
function keptConnections({ expected, message }: Situation): number {
  return expected.looksStale ? message - 1 : 0;
}

function answeredWrongly({ ran, requests, result }: Told, situation: Situation): readonly string[] {
  const { expected, struck, nothingCame } = situation;
  const missing = NOTES.filter((note) => !ran.includes(note));
  // A story whose calls ran although its answer broke goes on with the next message.
  const least = MESSAGES.length + 1 + (nothingCame && struck !== "all" ? struck : 0);
  const most = expected.kind === undefined ? least : MESSAGES.length + 1 + NOTES.length + RETRIES;
  return [
    ...missing.map((note) => `the run was answered, but the call for ${note} never ran`),
    ...(result.text.includes(LAST_WORDS) ? [] : [`the last words are ${JSON.stringify(result.text)}`]),
    ...(nothingCame && !mustAnswer(situation) ? ["the run was answered, though no answer ever came"] : []),
    ...(requests < least || requests > most ? [`${requests} requests were sent, not ${least} to ${most}`] : []),
  ];
}

function failedWrongly({ result, requests, failed }: Told, situation: Situation): readonly string[] {
  if (mustAnswer(situation)) return [`the run ended as ${result.end}: ${result.message}`];
  const { expected, message, nothingCame, unseen } = situation;
  const { kind } = expected;
  const code = kind === undefined ? 0 : EXIT_CODES[kind];
  const tries = unseen ? 0 : !expected.again ? 1 : 1 + (kind === "empty" ? EMPTY_RETRIES : RETRIES);
  const sent = message - 1 + tries;
  return [
    ...(result.exitCode === code ? [] : [`the exit code is ${result.exitCode}, not ${code}`]),
    ...(failed.length === 1 ? [] : ["no failure was shown"]),
    ...(nothingCame && (requests < sent || requests > sent + keptConnections(situation))
      ? [`${requests} requests were sent, not ${sent}`]
      : []),
  ];
}

function wrongKinds({ retried, failed, result }: Told, situation: Situation): readonly string[] {
  const { expected, struck } = situation;
  if (result.end === "answered" && keptConnections(situation) > 0) return [];
  const shown = [...retried, ...failed];
  const wrong = shown.filter((kind) => kind !== expected.kind);
  const silent = expected.kind !== undefined && shown.length === 0;
  const times = expected.again && struck !== "all" && result.end === "answered" ? struck : undefined;
  return [
    ...(wrong.length > 0 ? [`it was shown as ${wrong.join(", ")}, not as ${expected.kind ?? "nothing"}`] : []),
    ...(silent ? [`nothing was shown of it, though it is ${expected.kind}`] : []),
    ...(times !== undefined && retried.length !== times ? [`${retried.length} retries were shown, not ${times}`] : []),
  ];
}
