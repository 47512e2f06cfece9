import { existsSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "./folders.js";
import type { Kind, Line, LineResult, Outcome, Total } from "./kind.js";
import { readLines } from "./read-lines.js";

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
 * Runs kinds of conformance data and prints a line a kind, such as `edits 27/27, 8 not yet`, its failures by id below it;
 * then a line for each total that kinds count towards.
 *
 * @returns the exit code: 0 all passed, or are not yet run, or are known misses, or their folder is absent (which is
 * said) · 1 something failed, a known miss passed, a total is too low, or a file is missing in a folder that is there ·
 * 2 an unknown kind was named.
 */
export async function runKinds({ kinds, names, environment, print }: RunOptions): Promise<number> {
  const unknown = names.filter((name) => !kinds.some((kind) => kind.name === name));
  if (unknown.length > 0) {
    print(`No such kind: ${unknown.join(", ")}. There are: ${kinds.map((kind) => kind.name).join(", ")}.`);
    return 2;
  }
  const chosen = names.length === 0 ? kinds : kinds.filter((kind) => names.includes(kind.name));
  const totals = new Map<Total, LineResult[]>();
  let failed = false;
  for (const kind of chosen) {
    const { path, variable } = dataFolder(kind.folder, environment);
    if (!existsSync(path)) {
      print(`${kind.name} skipped: there is no folder ${path} (set ${variable} to where it is)`);
      continue;
    }
    const { isFine, results } = await runKind(kind, path, print);
    failed ||= !isFine;
    if (kind.total !== undefined) totals.set(kind.total, [...(totals.get(kind.total) ?? []), ...results]);
  }
  for (const [total, results] of totals) failed = !isReached(total, results, print) || failed;
  return failed ? 1 : 0;
}

/** Runs one kind; fine if nothing failed that is not known to. */
async function runKind(
  kind: Kind,
  folder: string,
  print: (line: string) => void,
): Promise<{ isFine: boolean; results: readonly LineResult[] }> {
  const file = join(folder, kind.file);
  if (!existsSync(file)) {
    print(`${kind.name} failed: the folder is there, but the file ${file} is not`);
    return { isFine: false, results: [] };
  }
  const lines = (await readLines(file)).filter((line) => kind.takes?.(line) ?? true);
  const results: LineResult[] = [];
  for (const line of lines) {
    const outcome = await outcomeOf(kind, line, folder);
    results.push({ id: line.id, outcome, isQuirk: kind.isQuirk?.(line) ?? false });
  }
  const { notes, broken } = kind.review?.(results) ?? { notes: [], broken: [] };
  print(`${kind.name} ${counted(results)}`);
  for (const note of notes) print(`  ${note}`);
  let isFine = broken.length === 0;
  for (const { id, outcome } of results) {
    const why = kind.knownMisses?.[id];
    if (outcome.status === "failed") {
      print(`  ${why === undefined ? `failed ${id}` : `known miss ${id} (${why})`}: ${outcome.detail ?? "no detail"}`);
      isFine &&= why !== undefined;
    } else if (outcome.status === "passed" && why !== undefined) {
      print(`  failed: ${id} passes, but stands among the known misses (${why})`);
      isFine = false;
    }
  }
  for (const sentence of broken) print(`  failed: ${sentence}`);
  return { isFine, results };
}

/** Such as `54/55 (quirk 1/1), 2 not yet`. */
function counted(results: readonly LineResult[]): string {
  const ran = results.filter(({ outcome }) => outcome.status !== "not-yet");
  const share = (of: readonly LineResult[]) =>
    `${of.filter(({ outcome }) => outcome.status === "passed").length}/${of.length}`;
  const quirks = ran.filter(({ isQuirk }) => isQuirk);
  const notYet = results.length - ran.length;
  return `${share(ran.filter(({ isQuirk }) => !isQuirk))}${quirks.length > 0 ? ` (quirk ${share(quirks)})` : ""}${
    notYet > 0 ? `, ${notYet} not yet` : ""
  }`;
}

function isReached({ name, least }: Total, results: readonly LineResult[], print: (line: string) => void): boolean {
  print(`${name}: ${counted(results)}`);
  const ran = results.filter(({ outcome, isQuirk }) => outcome.status !== "not-yet" && !isQuirk);
  const passed = ran.filter(({ outcome }) => outcome.status === "passed").length;
  if (passed >= least * ran.length) return true;
  print(`  failed: ${((100 * passed) / ran.length).toFixed(1)} % pass, and ${100 * least} % must`);
  return false;
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
