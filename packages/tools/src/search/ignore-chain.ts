import { readdir, readFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { Ignore } from "ignore";

const IGNORE_FILE = ".gitignore";

/** `wanted`: a rule takes the entry back in (`!name`), even a hidden one. */
type Verdict = "ignored" | "wanted" | "none";

/**
 * The rules of a folder and of those above it, up to the top of its repository. The nearest rule decides, as git has
 * it.
 */
export interface IgnoreChain {
  /** `path` is absolute and below the folder. */
  verdict(path: string, isFolder: boolean): Verdict;
}

/** No ignore file counts. */
export const NO_RULES: IgnoreChain = { verdict: () => "none" };

/**
 * The ignore files that count where a walk starts: those above it up to the top of its repository. A start that they
 * themselves leave out was named on purpose: then only the ignore files in it and below count.
 */
export async function chainAbove(start: string): Promise<IgnoreChain> {
  const chain = await chainOfParents(start, await namesIn(start));
  return chain.verdict(start, true) === "ignored" ? NO_RULES : chain;
}

async function chainOfParents(folder: string, names: readonly string[]): Promise<IgnoreChain> {
  const parent = dirname(folder);
  if (parent === folder || names.includes(".git")) return NO_RULES;
  const parentNames = await namesIn(parent);
  return enterFolder(await chainOfParents(parent, parentNames), parent, parentNames);
}

/**
 * The chain in a folder, whose entries are called `names`, below a chain. A repository begins anew: rules above it do
 * not reach into it.
 */
export async function enterFolder(outer: IgnoreChain, folder: string, names: readonly string[]): Promise<IgnoreChain> {
  const above = names.includes(".git") ? NO_RULES : outer;
  const rules = names.includes(IGNORE_FILE) ? await readRules(folder) : undefined;
  if (rules === undefined) return above;
  return {
    verdict(path, isFolder) {
      const name = relative(folder, path).split(sep).join("/");
      const result = rules.test(isFolder ? `${name}/` : name);
      if (result.ignored) return "ignored";
      return result.unignored ? "wanted" : above.verdict(path, isFolder);
    },
  };
}

/** A folder above the workspace may be closed to us; it then has no say. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}

/** A file that cannot be read has no rules: what it would have left out is then shown, which harms nobody. */
async function readRules(folder: string): Promise<Ignore | undefined> {
  const text = await readFile(join(folder, IGNORE_FILE), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const { default: ignore } = await import("ignore");
  return ignore({ ignorecase: false }).add(text);
}
