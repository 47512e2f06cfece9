import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder } from "./folders.js";
import type { Kind, Line, LineResult, Outcome } from "./kind.js";

/** What a run needs from outside. */
export interface RunOptions {
  readonly kinds: readonly Kind[];
  /** Names of the kinds to run; none means all. */
  readonly names: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Takes one line of output, without a line break. */
  print(line: string): void;
}

/**
 * Runs kinds of conformance data and prints a line a kind, such as `edits 27/27, 8 not yet`, its failures by id below it.
 *
 * @returns the exit code: 0 all passed or are not yet run, or their folder is absent (which is said) · 1 something failed,
 * or a file is missing in a folder that is there · 2 an unknown kind was named.
 */
export async function runKinds({ kinds, names, environment, print }: RunOptions): Promise<number> {
  const unknown = names.filter((name) => !kinds.some((kind) => kind.name === name));
  if (unknown.length > 0) {
    print(`No such kind: ${unknown.join(", ")}. There are: ${kinds.map((kind) => kind.name).join(", ")}.`);
    return 2;
  }
  const chosen = names.length === 0 ? kinds : kinds.filter((kind) => names.includes(kind.name));
  let failed = false;
  for (const kind of chosen) {
    const { path, variable } = dataFolder(kind.folder, environment);
    if (!existsSync(path)) {
      print(`${kind.name} skipped: there is no folder ${path} (set ${variable} to where it is)`);
      continue;
    }
    failed = !(await runKind(kind, path, print)) || failed;
  }
  return failed ? 1 : 0;
}

/** Runs one kind; true if nothing failed. */
async function runKind(kind: Kind, folder: string, print: (line: string) => void): Promise<boolean> {
  const file = join(folder, kind.file);
  if (!existsSync(file)) {
    print(`${kind.name} failed: the folder is there, but the file ${file} is not`);
    return false;
  }
  const lines = (await readLines(file)).filter((line) => kind.takes?.(line) ?? true);
  const results: LineResult[] = [];
  for (const line of lines) results.push({ id: line.id, outcome: await outcomeOf(kind, line, folder) });

  const failures = results.filter(({ outcome }) => outcome.status === "failed");
  const notYet = results.filter(({ outcome }) => outcome.status === "not-yet").length;
  const ran = results.length - notYet;
  const review = kind.review?.(results) ?? { notes: [], broken: [] };
  print(`${kind.name} ${ran - failures.length}/${ran}${notYet > 0 ? `, ${notYet} not yet` : ""}`);
  for (const note of review.notes) print(`  ${note}`);
  for (const { id, outcome } of failures) print(`  failed ${id}: ${outcome.detail ?? "no detail"}`);
  for (const sentence of review.broken) print(`  failed: ${sentence}`);
  return failures.length === 0 && review.broken.length === 0;
}

async function readLines(file: string): Promise<Line[]> {
  const text = await readFile(file, "utf8");
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as Line];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1} is not JSON`, { cause: error });
    }
  });
}

async function outcomeOf(kind: Kind, line: Line, folder: string): Promise<Outcome> {
  try {
    return await kind.run(line, folder);
  } catch (error) {
    return {
      status: "failed",
      detail: `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    };
  }
}
