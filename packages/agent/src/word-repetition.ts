import type { FinishedCall } from "./repetition.js";
import type { Repetition, RepetitionStep } from "./repetition-guard.js";

/** Of what is quoted, so many characters. */
const QUOTED = 200;

/** What is repeated and how often, for a person: a sentence without its full stop. */
export function wordRepetition(repetition: Repetition): string {
  switch (repetition.what) {
    case "calls":
      return `The model made ${callsInWords(repetition.calls)} ${repetition.rounds} times in a row with the same result`;
    case "passage":
      return `The model wrote the same passage ${repetition.times} times in one message (${quote(repetition.passage)})`;
    case "answer":
      return `The model gave the same answer ${repetition.times} times in a row (${quote(repetition.answer)})`;
  }
}

/** What is done about it, for a person; `stop` has its own words. */
export function wordStep({ what }: Repetition, step: Exclude<RepetitionStep, "stop">): string {
  if (step === "warn") return "It is told so.";
  return what === "calls" ? "From now on this is refused while nothing changes." : "It is told that the run ends next.";
}

/** The report of a run that stopped for it. */
export function reportRepetition(repetition: Repetition): string {
  const told =
    repetition.what === "calls" ? "though it was warned, and told that this is refused" : "though it was told twice";
  return `${wordRepetition(repetition)}, ${told}.${lastTried(repetition)} Say more exactly what to do, or use another model.`;
}

/** What the model is told. */
export function noteRepetition(repetition: Repetition, step: Exclude<RepetitionStep, "stop">): string {
  switch (repetition.what) {
    case "calls":
      return noteCalls(repetition.calls, repetition.rounds, step);
    case "passage":
      return step === "warn"
        ? `Your message wrote the same passage ${repetition.times} times (${quote(repetition.passage)}) and was stopped there; what stood behind its last call was not kept. Do not write it again: make the next call, or give your answer in a few sentences.`
        : `Your message repeated one passage again (${quote(repetition.passage)}) and was stopped. If the next one does, the run ends. Write nothing but one call, or one short answer.`;
    case "answer":
      return step === "warn"
        ? `You have given the same answer ${repetition.times} times, word for word. It does not help: read what was said since, and do or say something else.`
        : `You have given the same answer ${repetition.times} times, word for word, though you were told. Do not give it again: make a call, or say in one sentence what you need.`;
  }
}

function noteCalls(calls: readonly FinishedCall[], rounds: number, step: "warn" | "refuse"): string {
  const made = `You have made ${callsInWords(calls)} ${rounds} times in a row, and the result was the same each time.`;
  const [it, was] = calls.length === 1 ? ["it", "the call"] : ["them", "these calls"];
  return step === "warn"
    ? `${made} Making ${it} once more will change nothing: try something else. Use other arguments or another tool, act on the result you have, or say what keeps you from going on.`
    : `${made} From now on ${was} with the same arguments will be refused: not run, and answered with an error, until something has changed. If you go on like this, the run ends. Take another way: change something first, use another tool, or say what you need.`;
}

function callsInWords(calls: readonly FinishedCall[]): string {
  const named = calls.map(({ name, input }) => `${name} ${cut(JSON.stringify(input ?? {}))}`);
  return named.length === 1 ? `the call ${named[0]}` : `these ${named.length} calls in turn (${named.join("; ")})`;
}

function lastTried(repetition: Repetition): string {
  if (repetition.what !== "calls") return "";
  const last = repetition.calls.at(-1);
  const text = last?.result.content.map((part) => (part.type === "text" ? part.text : "a picture")).join(" ") ?? "";
  return ` The last result (${last?.result.status}) was ${quote(text)}.`;
}

function quote(text: string): string {
  return `«${cut(text)}»`;
}

/** On one line, and no longer than can be read at a glance. */
function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= QUOTED ? line : `${line.slice(0, QUOTED)}…`;
}
