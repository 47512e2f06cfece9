import type { ErrorKind, ModelProfile } from "@millrace/agent";
import type { CheckName } from "./check-names.js";

/** What a model was found to do. Plain JSON. */
export interface Examination {
  /** Format version. */
  v: 1;
  /** `PROVIDER/NAME`, as it was asked for. */
  model: string;
  /** Of its server, for people. */
  address: string;
  wire: string;
  /** When it began, ISO 8601. */
  at: string;
  /** In the order in which they were made. A check that was not reached has none. */
  findings: readonly Finding[];
  /** What is worth remembering: each value `measured`, each of a check that ended. */
  profile: Partial<ModelProfile>;
  recommendation: Recommendation;
  /** Why it ended before its last check; absent: it did not. */
  stopped?: Stop;
}

/** What one check came to. */
export interface Finding {
  check: CheckName;
  /** Of the check `text`: the dialect that was taught. */
  dialect?: string;
  /**
   * `good` · `limited`: it works, with something to know · `bad`: it does not · `skipped`: not asked, `said` says why ·
   * `unknown`: asked, and the answer does not tell.
   */
  verdict: Verdict;
  /** What was seen, a sentence. */
  said: string;
  /** The same for programs. */
  facts: Facts;
  /** That were sent for it, tries that failed among them. */
  requests: number;
  /** How long they took. */
  ms: number;
}

export type Verdict = "good" | "bad" | "limited" | "skipped" | "unknown";

export type Facts = Readonly<Record<string, string | number | boolean>>;

/** How the model is best talked to. Of what could not be found out there is nothing. */
export interface Recommendation {
  protocol?: "native" | "text";
  /** The one to teach: in text, or where native calls come out wrong. */
  dialect?: string;
  /** Several calls in one message. */
  parallel?: boolean;
  /** Tokens. */
  window?: number;
  /** All of it, a sentence or a few. */
  said: string;
  /** What would help, the smallest change first. Empty: nothing is known that would. */
  changes: readonly Change[];
}

/** Something to change at the server or the command line. */
export interface Change {
  /** Of the row that it is from. */
  id: string;
  /** What to do and why, a sentence or two. */
  said: string;
}

/** Why an examination ended early. */
export interface Stop {
  /** The check that it ended in. */
  check: CheckName;
  /** `interrupted`: its signal; else the failure of a request. */
  kind: ErrorKind | "interrupted";
  message: string;
  /** What can be done, one sentence; empty where nobody needs to be told. */
  remedy: string;
}

/** How far an examination is. */
export type ExaminationStep = { type: "started"; check: CheckName } | { type: "found"; finding: Finding };
