/** One line of a JSON Lines file: a case. Its further fields are the kind's own; the README beside the file says what they mean. */
export interface Line {
  readonly id: string;
}

/** What came of one line. `detail` is a short difference, shown with a failure or a line that is not yet run. */
export interface Outcome {
  readonly status: "passed" | "failed" | "not-yet";
  readonly detail?: string;
  /** The named rules that explain a difference which is wanted; only for kinds that compare with another program. */
  readonly rules?: readonly string[];
  /** The named rules that would explain a difference where there is none: they are told too broadly. */
  readonly excessRules?: readonly string[];
}

/** An outcome and the id of the line it belongs to. */
export interface LineResult {
  readonly id: string;
  readonly outcome: Outcome;
  /** See {@link Kind.isQuirk}. */
  readonly isQuirk: boolean;
}

/** Kinds whose lines are counted together as well: lines that are quirks or not yet run do not count. */
export interface Total {
  readonly name: string;
  /** The share of the lines that must pass, known misses counted as misses. */
  readonly least: number;
}

/** What a kind has to say of its file as a whole, beyond the outcomes of its lines. */
export interface Review {
  /** Printed under the kind's line. */
  readonly notes: readonly string[];
  /** A demand on the file as a whole that does not hold: one sentence each. Any fails the run. */
  readonly broken: readonly string[];
}

/** Where the data lies: each is a folder named by an environment variable, see `folders.ts`. */
export type FolderName = "corpus" | "cases" | "streams";

/**
 * One kind of conformance data, and how a line of it is run. A kind goes through public entries only, holds no case id
 * and no branch for one case: what it does not support yet it tells by what the line is about, and answers "not-yet".
 *
 * The data is trusted to have the shape its README gives, so `run` may name a narrower type for its line.
 */
export interface Kind {
  /** As written on the command line, e.g. `edits`. */
  readonly name: string;
  readonly folder: FolderName;
  /** The JSON Lines file in that folder. */
  readonly file: string;
  /** Which lines of the file are of this kind; absent: all of them. */
  takes?(line: Line): boolean;
  /** True for a line that is counted apart: what its source says there is a habit of that source. Absent: none is. */
  isQuirk?(line: Line): boolean;
  /** Lines that may fail, by id, and why. One that is listed and passes fails the run: the list is stale. */
  readonly knownMisses?: Readonly<Record<string, string>>;
  readonly total?: Total;
  /**
   * Runs one line. Called once a line, in order, one at a time. `folder` is the absolute path of the kind's folder, for
   * lines that name further files. A throw counts as a failure of that line.
   */
  run(line: Line, folder: string): Promise<Outcome>;
  /** Looks at all outcomes together, once, at the end. */
  review?(results: readonly LineResult[]): Review;
}
