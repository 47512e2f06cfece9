import type { AskDesk } from "./ask-desk.js";
import type { EventStream } from "./event-stream.js";
import type { Repetition, RepetitionGuard, RepetitionStep } from "./repetition-guard.js";
import { endedBy, type RunEnding, tellLimit } from "./run-ending.js";
import type { TurnResult } from "./turn.js";
import { noteRepetition, reportRepetition, wordRepetition, wordStep } from "./word-repetition.js";

/** What becomes of a turn that repeats what was done before. */
export interface RepetitionMet {
  /** For the model. */
  notes: readonly string[];
  /** What the user said when asked. */
  words: readonly string[];
  /** The run ends here. */
  ending?: RunEnding;
}

type Needs = { events: EventStream; desk: AskDesk; signal: AbortSignal };

/**
 * Takes the next step about what a turn repeats: tells the model, tells it more strongly, asks the user, ends the run
 * with a report. Each is an event: `repetition-noticed` twice, `ask-opened` where somebody is there, `limit-reached`.
 * Rejects with the signal's reason on abort.
 */
export async function meetRepetition(turn: TurnResult, guard: RepetitionGuard, needs: Needs): Promise<RepetitionMet> {
  const judged = judge(turn, guard);
  if (judged === undefined) return { notes: [], words: [] };
  const { repetition, step } = judged;
  if (step !== "stop") return { notes: [tell(repetition, step, needs.events)], words: [] };
  const words = await askToGoOn(repetition, needs);
  if (words === undefined) return { notes: [], words: [], ending: stop(repetition, needs.events) };
  guard.forgive();
  return { notes: [], words: [words] };
}

/** Of the last turn of a run: what the model is to be told with the next message. Nobody is asked, and nothing ends twice. */
export function notedRepetition(turn: TurnResult, guard: RepetitionGuard, events: EventStream): readonly string[] {
  const judged = judge(turn, guard);
  return judged === undefined || judged.step === "stop" ? [] : [tell(judged.repetition, judged.step, events)];
}

function judge({ presented, text, passage }: TurnResult, guard: RepetitionGuard) {
  return guard.judge({ calls: presented.answered.length, text, passage });
}

/** Tells the user. Gives what the model is told. */
function tell(repetition: Repetition, step: Exclude<RepetitionStep, "stop">, events: EventStream): string {
  const message = `${wordRepetition(repetition)}. ${wordStep(repetition, step)}`;
  events.emit({ type: "repetition-noticed", what: repetition.what, step, message });
  return noteRepetition(repetition, step);
}

/** What the model is told by a user who lets it go on; undefined where they do not, or nobody is there. */
async function askToGoOn(repetition: Repetition, { desk, signal }: Needs): Promise<string | undefined> {
  if (!desk.interactive) return undefined;
  const message = `${wordRepetition(repetition)}, though it was told. Let it go on?`;
  const { answer, words = "" } = await desk.ask({ kind: "limit", message }, signal);
  if (answer === "no") return undefined;
  return words === "" ? "Go on, but not with the same again." : words;
}

function stop(repetition: Repetition, events: EventStream): RunEnding {
  const message = reportRepetition(repetition);
  const limit = tellLimit(events, "repetition", message);
  const wasDenied = repetition.what === "calls" && repetition.calls.some(({ result }) => result.status === "rejected");
  return wasDenied ? endedBy("denied", `${message} It was denied.`) : limit;
}
