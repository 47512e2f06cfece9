import { completeProfile, failureExitCode, mergeProfiles } from "@millrace/agent";
import {
  type ConnectedModel,
  createModelClient,
  type Examination,
  examineModel,
  type ModelChoice,
  type ServerSaid,
} from "@millrace/models";
import { MillraceError } from "@millrace/protocol";
import { findConfiguration } from "../config/find-config.js";
import { mergeSettings, type Settings } from "../config/settings.js";
import { agreeToCost } from "../doctor/agree-to-cost.js";
import { CHECK_TITLES } from "../doctor/check-titles.js";
import { chooseModels } from "../doctor/choose-models.js";
import { firstRequest } from "../doctor/first-request.js";
import { Progress } from "../doctor/progress.js";
import { renderExamination } from "../doctor/render-examination.js";
import { EXIT } from "../exit-codes.js";
import { coloursFor } from "../output/colours.js";
import { printable } from "../output/printable.js";
import { Terminal } from "../output/terminal.js";
import { placeOf } from "../profiles/know-model.js";
import { missingModel } from "../profiles/missing-model.js";
import { openProfileStore } from "../profiles/open-store.js";
import { userWords } from "../profiles/user-words.js";
import type { DoctorFlags } from "../program.js";
import { reportError } from "../report-error.js";
import { timersOf } from "../run/timers-of.js";
import { watchSignals } from "../run/watch-signals.js";

/** All that the examinations of one call of the program share. */
interface Ward {
  flags: DoctorFlags;
  settings: Settings;
  terminal: Terminal;
  signal: AbortSignal;
}

/**
 * `millrace doctor`: examines a model, shows what was found, keeps what was measured, and leaves the exit code in
 * `process.exitCode`: 0 however good the model is, the failure's where its server could not be asked. Throws UsageError for
 * what the command line or a configuration file got wrong, before anything is sent.
 */
export async function doctor(flags: DoctorFlags): Promise<void> {
  const settings = mergeSettings(flags, await findConfiguration(process.cwd(), process.env));
  const chosen = await chooseModels(settings, flags.all === true, process.env);
  const terminal = new Terminal();
  const found = chosen.flatMap((model) => model.found ?? []);
  for (const message of [...settings.ignored, ...found]) terminal.note(printable(`millrace: ${message}`));

  const stopped = new AbortController();
  const signals = watchSignals(() => {
    terminal.note("millrace: stopping; what was found so far counts (Ctrl-C again: at once)");
    stopped.abort(new Error("The examination was stopped."));
  });
  const ward = { flags, settings, terminal, signal: stopped.signal };
  const codes: number[] = [];
  for (const [at, { choice }] of chosen.entries()) {
    if (stopped.signal.aborted) break;
    if (at > 0 && !flags.json) terminal.answer("\n");
    codes.push(flags.all ? await examineAmongOthers(choice, ward) : await examine(choice, ward));
  }
  signals.runEnded();
  process.exitCode = signals.exitCode ?? codes.find((code) => code !== 0) ?? 0;
}

/** Examines one of several: what keeps this one from being asked is said, and the others are asked all the same. */
async function examineAmongOthers(choice: ModelChoice, ward: Ward): Promise<number> {
  try {
    return await examine(choice, ward);
  } catch (error) {
    if (!MillraceError.isInstance(error)) throw error;
    return reportError(error, (line) => ward.terminal.note(line));
  }
}

/** Examines one model. Resolves with its exit code. */
async function examine(choice: ModelChoice, { flags, settings, terminal, signal }: Ward): Promise<number> {
  const model = createModelClient(choice);
  await model.load();
  const asked = await model.ask(signal);
  const { missingAmong } = asked;
  if (missingAmong !== undefined) throw missingModel(model.client.id, model.address, missingAmong);
  const known = mergeProfiles(asked.profile, model.profile);
  if (known.local !== true && !flags.yes) {
    const { prices } = userWords(model.client.id, settings.models);
    const profile = { ...known, ...(prices && { prices }) };
    const costly = { model: model.client.id, profile, thorough: flags.thorough === true };
    if (!(await agreeToCost(terminal, costly, signal))) return 0;
  }

  const progress = new Progress(terminal);
  const examination = await examineModel({
    model,
    profile: known,
    signal,
    ...(settings.maxSilenceSeconds !== undefined && { timers: timersOf(settings.maxSilenceSeconds) }),
    ...(flags.thorough && { thorough: true as const }),
    onStep: (step) => progress.step(step),
    onEvent: (event) => progress.event(event),
  });
  const profile = completeProfile(model.client.id, mergeProfiles(examination.profile, known));
  const first = examination.stopped ? undefined : firstRequest(profile);
  const kept = flags.store ? await keep(examination, { model, before: asked.said, signal }) : {};
  if (flags.json) {
    const { path } = kept;
    terminal.answer(
      `${JSON.stringify({ ...examination, ...(first && { firstRequest: first }), ...(path !== undefined && { stored: path }) })}\n`,
    );
  } else {
    terminal.answer(renderExamination({ examination, ...(first && { first }), colours: coloursFor(process.stdout) }));
  }
  if (kept.said !== undefined) terminal.note(printable(`millrace: ${kept.said}`));
  return sayStop(examination, terminal) || (kept.failed ? EXIT.workspace : EXIT.done);
}

/** What became of what was measured. */
interface Kept {
  path?: string;
  /** For people. */
  said?: string;
  failed?: true;
}

/**
 * Keeps what was measured, if anything was, with what the server says now: that of a model which was loaded only by the
 * examination is more than what it said before. Never rejects: what was found is not lost with it.
 */
async function keep(
  { profile }: Examination,
  { model, before, signal }: { model: ConnectedModel; before: ServerSaid; signal: AbortSignal },
): Promise<Kept> {
  if (Object.keys(profile).length === 0) return {};
  try {
    const said = { ...before, ...(model.profile.local && (await model.ask(signal)).said) };
    const { path, damaged } = await openProfileStore(process.env).write(placeOf(model), profile, said);
    const aside = damaged === undefined ? "" : ` The damaged profile is now ${damaged}.`;
    return { path, said: `kept in ${path}; run and bridge go by it.${aside}` };
  } catch (error) {
    return { said: error instanceof Error ? error.message : String(error), failed: true };
  }
}

/** Says that an examination ended early, and what can be done: why, its last finding has said. Returns the exit code. */
function sayStop({ model, stopped }: Examination, terminal: Terminal): number {
  if (stopped === undefined || stopped.kind === "interrupted") return 0;
  const ended = `The examination of ${model} ended at: ${CHECK_TITLES[stopped.check]}. ${stopped.remedy}`.trimEnd();
  terminal.note(terminal.colours.bad(printable(`millrace: ${ended}`)));
  return failureExitCode(stopped.kind);
}
