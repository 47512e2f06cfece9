import type { ModelRequest, Violation } from "@millrace/testkit";
import { sharedLength } from "@millrace/testkit";
import type { Ended } from "./run-program.js";
import { FINAL_WORDS, faultsOnDisk } from "./task.js";

/** What is left of a client's run. */
export interface Run {
  ended: Ended;
  workspace: string;
  /** What the model was sent. */
  requests: readonly ModelRequest[];
  /** Those of the task, in their order. */
  ofTask: readonly ModelRequest[];
  violations: readonly Violation[];
  /** Markup that the client must not have shown. */
  marks: readonly string[];
  /** Requests that may offer native tools. */
  nativeTries: number;
}

/** Requests of the task: three calls and the last words. */
const TURNS = 4;
const SHOWN_CHARS = 400;

/** What is not as it should be, a sentence each. */
export function faultsOf({
  ended,
  workspace,
  requests,
  ofTask,
  violations,
  marks,
  nativeTries,
}: Run): readonly string[] {
  const { exitCode, stdout, stderr } = ended;
  const faults = [...faultsOnDisk(workspace)];
  if (exitCode !== 0) faults.push(`It ended with ${exitCode ?? "a kill at the limit"}: ${tail(stderr)}`);
  if (!stdout.includes(FINAL_WORDS)) faults.push(`It did not show the last words: ${tail(stdout)}`);
  for (const mark of marks.filter((each) => stdout.includes(each))) faults.push(`It showed ${mark}: ${tail(stdout)}`);
  if (ofTask.length !== TURNS) faults.push(`The task took ${ofTask.length} requests, not ${TURNS}.`);
  const kept = keptPrefix(ofTask);
  if (kept < 1) faults.push(`A request keeps only ${Math.floor(kept * 100)} % of the one before it.`);
  const native = requests.filter(({ json }) => "tools" in json);
  if (native.length > nativeTries)
    faults.push(`Native tools were offered in ${native.length} of ${requests.length} requests.`);
  for (const { request, rule, message, path } of violations) {
    faults.push(`Request ${request} breaks ${rule} at ${path}: ${message}`);
  }
  return faults;
}

/** The smallest share of a request's messages that the next one begins with: what a server's prefix cache keeps. 1 is all. */
export function keptPrefix(requests: readonly ModelRequest[]): number {
  const prompts = requests.map(({ messages }) => messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
  const shares = prompts.slice(1).map((now, at) => {
    const before = prompts[at] ?? "";
    return sharedLength(before, now) / before.length;
  });
  return Math.min(1, ...shares);
}

function tail(text: string): string {
  return JSON.stringify(text.slice(-SHOWN_CHARS));
}
