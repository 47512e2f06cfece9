import { closeSync } from "node:fs";
import { createContext, Script } from "node:vm";
import { MillraceError } from "@millrace/protocol";
import { openForReading } from "../files/path-gate.js";
import { readWhole } from "../files/read-whole.js";
import { decodeText, detectForm } from "../files/text-encoding.js";
import { MATCH_MS, MAX_COUNTED_MATCHES, MAX_SEARCHED_FILE_BYTES } from "../limits.js";
import { type FileMatches, MatchCollector, type SearchOutcome } from "./file-matches.js";
import type { SearchRequest } from "./search-request.js";
import { walk } from "./walk.js";

/**
 * Searches without ripgrep, with the same answers for expressions that both engines read alike.
 *
 * @throws MillraceError `invalid_regex`, also for an expression that takes too long on one file.
 */
export async function searchWithoutRipgrep(request: SearchRequest): Promise<SearchOutcome> {
  const match = boundedMatcher(compileRegex(request.regex));
  const files: FileMatches[] = [];
  let count = 0;
  for await (const { absolute, name } of filesOf(request)) {
    const text = await readSearchable(absolute, name);
    if (text === undefined) continue;
    const found = match(name, text);
    if (found.count > 0) files.push(found);
    count += found.count;
    if (count >= MAX_COUNTED_MATCHES) return { files, stopped: true };
  }
  return { files, stopped: false };
}

/**
 * The expression for JavaScript's engine: leading flags such as `(?i)` and named groups written `(?P<name>` are
 * understood.
 *
 * @throws MillraceError `invalid_regex`.
 */
export function compileRegex(source: string): RegExp {
  const inline = /^\(\?([ims]+)\)/.exec(source);
  const flags = inline?.[1] ?? "";
  const body = source.slice(inline?.[0].length ?? 0).replaceAll("(?P<", "(?<");
  try {
    return new RegExp(body, `${flags}u`);
  } catch {
    // The strict mode refuses escapes that ripgrep permits, e.g. `\-`.
  }
  try {
    return new RegExp(body, flags);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new MillraceError(
      "invalid_regex",
      `${why}. Escape the signs of an expression that are meant literally: \\( \\[ \\{ \\. \\* \\+ \\?`,
    );
  }
}

/**
 * Matches line by line, at most {@link MATCH_MS} a file: an expression that backtracks without end cannot hang the
 * program.
 */
function boundedMatcher(regex: RegExp): (name: string, text: string) => FileMatches {
  const sandbox = { work: () => {} };
  const context = createContext(sandbox);
  const script = new Script("work()");
  return (name, text) => {
    const matches = new MatchCollector(name);
    sandbox.work = () => matchLines(regex, text, matches);
    try {
      script.runInContext(context, { timeout: MATCH_MS });
    } catch (error) {
      // Made in the other context, so it is no instance of our Error.
      const timedOut =
        typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
      if (!timedOut) throw error;
      throw new MillraceError(
        "invalid_regex",
        `The expression takes too long on ${name}. Avoid repetitions inside repetitions, e.g. (a+)+.`,
      );
    }
    return matches.result();
  };
}

function matchLines(regex: RegExp, text: string, matches: MatchCollector): void {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  for (const [index, line] of lines.entries()) {
    const plain = line.endsWith("\r") ? line.slice(0, -1) : line;
    const found = regex.exec(plain);
    if (found !== null) matches.add(index + 1, plain, found.index);
  }
}

async function* filesOf({
  start,
  isFolder,
  takes,
  refuses,
  signal,
}: SearchRequest): AsyncGenerator<{ absolute: string; name: string }> {
  if (!isFolder) {
    yield start;
    return;
  }
  for await (const entry of walk(start, { recursive: true, hidden: false, signal, refuses })) {
    const below = start.name === "." ? entry.name : entry.name.slice(start.name.length + 1);
    if (entry.kind === "file" && takes(below)) yield entry;
  }
}

/** The text of a file; undefined for binary data, for what is too large, and for a file that cannot be read. */
async function readSearchable(absolute: string, name: string): Promise<string | undefined> {
  let opened: ReturnType<typeof openForReading>;
  try {
    opened = openForReading({ absolute, name, inside: true });
  } catch {
    return undefined;
  }
  try {
    if (opened.stats.size > MAX_SEARCHED_FILE_BYTES) return undefined;
    const bytes = await readWhole(opened.fd);
    const form = detectForm(bytes);
    return form && decodeText(bytes, form);
  } finally {
    closeSync(opened.fd);
  }
}
