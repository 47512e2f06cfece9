import { spawn } from "node:child_process";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import { MillraceError } from "@millrace/protocol";
import { MAX_COUNTED_MATCHES, MAX_SEARCHED_FILE_BYTES } from "../limits.js";
import { type FileMatches, MatchCollector, type SearchOutcome } from "./file-matches.js";
import { chainAbove, type IgnoreChain, NO_RULES } from "./ignore-chain.js";
import type { SearchRequest } from "./search-request.js";
import { NEVER_WALKED, nameBelow, walksTo } from "./walk.js";

/** Text in ripgrep's JSON: base64 where it is not UTF-8. Source: `rg --help`, --json; docs.rs/grep-printer. */
type RipgrepText = { text: string } | { bytes: string };
type RipgrepMessage =
  | { type: "begin"; data: { path: RipgrepText } }
  | { type: "match"; data: { lines: RipgrepText; line_number: number; submatches: readonly { start: number }[] } }
  | { type: "end"; data: { binary_offset: number | null } }
  | { type: "summary" | "context" };

/**
 * The same rules as our own walk: only `.gitignore` files count, in a repository or not; no settings of the user's.
 * Those above the start are ours to apply: ripgrep reads some of their rules wrongly (BurntSushi/ripgrep#1757, #2770,
 * #3144).
 */
const FLAGS: readonly string[] = [
  "--json",
  "--no-config",
  "--no-messages",
  "--no-require-git",
  "--no-ignore-parent",
  "--no-ignore-dot",
  "--no-ignore-global",
  "--no-ignore-exclude",
  "--no-mmap",
  "--crlf",
  `--max-filesize=${MAX_SEARCHED_FILE_BYTES}`,
  ...NEVER_WALKED.map((name) => `--glob=!${name}`),
];

/**
 * A pattern that ripgrep's file types read as picomatch does; they never take an ignored file back in, as its globs do.
 */
const PLAIN_SUFFIX = /^\*\.[A-Za-z0-9_.]+$/;

/**
 * Searches with ripgrep.
 *
 * @returns Undefined where the program cannot be started.
 * @throws MillraceError `invalid_regex` with ripgrep's words; the reason of the signal when it aborts.
 */
export async function searchWithRipgrep(request: SearchRequest, program = "rg"): Promise<SearchOutcome | undefined> {
  const { start, isFolder, signal } = request;
  signal.throwIfAborted();
  const rulesAbove = isFolder ? await chainAbove(start.absolute) : NO_RULES;
  const args = argumentsFor(request, rulesAbove);
  const cwd = isFolder ? start.absolute : dirname(start.absolute);
  const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const ended = new Promise<number | null | "not there">((resolve) => {
      child.once("error", () => resolve("not there"));
      child.once("close", (code) => resolve(code));
    });
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (complaint.length < 4_000) complaint += text;
    });
    const wanted = rulesAbove === NO_RULES ? async () => true : walksTo(request, rulesAbove);
    const outcome = await collect(createInterface({ input: child.stdout }), request, wanted, stop);
    const code = await ended;
    signal.throwIfAborted();
    if (code === "not there") return undefined;
    if (code === 2 && outcome.files.length === 0 && complaint !== "")
      throw new MillraceError("invalid_regex", complaint.trim());
    return outcome;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** With rules above, also what is hidden is searched, for they may take it back in. */
function argumentsFor({ start, isFolder, filePattern, regex }: SearchRequest, rulesAbove: IgnoreChain): string[] {
  const args = [...FLAGS];
  if (rulesAbove !== NO_RULES) args.push("--hidden");
  if (isFolder && filePattern !== undefined && PLAIN_SUFFIX.test(filePattern)) {
    args.push(`--type-add=wanted:${filePattern}`, "--type=wanted");
  }
  return [...args, `--regexp=${regex}`, "--", isFolder ? "." : basename(start.absolute)];
}

async function collect(
  lines: AsyncIterable<string>,
  request: SearchRequest,
  wanted: (below: string) => Promise<boolean>,
  stop: () => void,
): Promise<SearchOutcome> {
  const files: FileMatches[] = [];
  let count = 0;
  let file: MatchCollector | undefined;
  for await (const line of lines) {
    // Of a program that was ended in the middle of a line, the half line comes as the last one.
    request.signal.throwIfAborted();
    const message: RipgrepMessage = JSON.parse(line);
    if (message.type === "begin") {
      const below = textOf(message.data.path).replace(/^\.\//, "");
      file = (await wanted(below)) ? collectorFor(below, request) : undefined;
    } else if (message.type === "match" && file !== undefined) {
      addMatch(file, message.data);
      if (count + file.count < MAX_COUNTED_MATCHES) continue;
      stop();
      return { files: [...files, file.result()], stopped: true };
    } else if (message.type === "end" && file !== undefined) {
      // What is binary behind its first matches is left out as a whole.
      if (message.data.binary_offset === null && file.count > 0) {
        files.push(file.result());
        count += file.count;
      }
      file = undefined;
    }
  }
  return { files, stopped: false };
}

function collectorFor(below: string, { start, isFolder, takes, refuses }: SearchRequest): MatchCollector | undefined {
  if (!isFolder) return new MatchCollector(start.name);
  const name = nameBelow(start, below);
  // ripgrep does not know the gate, which also refuses what lies below a refused folder.
  return takes(below) && !refuses({ name, inside: start.inside }, false) ? new MatchCollector(name) : undefined;
}

function addMatch(
  file: MatchCollector,
  {
    lines,
    line_number,
    submatches,
  }: { lines: RipgrepText; line_number: number; submatches: readonly { start: number }[] },
): void {
  const line = textOf(lines).replace(/\r?\n$/, "");
  const start = submatches[0]?.start ?? 0;
  const at = "text" in lines ? Buffer.from(line).subarray(0, start).toString().length : start;
  file.add(line_number, line, at);
}

function textOf(value: RipgrepText): string {
  return "text" in value ? value.text : Buffer.from(value.bytes, "base64").toString("latin1");
}
