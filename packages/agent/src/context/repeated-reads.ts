import type { Message } from "../history/message.js";
import { type ResultPart, resultsOf } from "../history/tool-calls.js";
import { MIN_RESULT_BYTES } from "../limits.js";
import { type ResultMeta, type ToolResult, textResult } from "../tool.js";
import { resultBytes } from "./measure.js";

/** Lines of a file as a result shows them. */
interface Read {
  path: string;
  hash: string;
  range: readonly [first: number, last: number];
}

/** The newest version of a file that was seen, and who shows which lines of it. */
interface SeenFile {
  hash: string;
  /** By range. `named`: the newest result only named the one that shows the lines. */
  ranges: Map<string, { callId: string; as: "shown" | "named" }>;
}

/**
 * What a history shows of files: a read of the very same lines of the very same content need not be shown again. Only
 * results that stand there whole count, and only as long as no other version of the file was seen since.
 * O(1) a result.
 */
export class ShownReads {
  readonly #files = new Map<string, SeenFile>();

  constructor(history: readonly Message[] = []) {
    for (const message of history) this.note(message);
  }

  /** Takes a message that joined the history. */
  note(message: Message): void {
    for (const { callId, result } of resultsOf(message)) {
      const { path, hash, range, repeats } = result.meta ?? {};
      if (path === undefined || hash === undefined) continue;
      const file = this.#version(path, hash);
      if (range === undefined) continue;
      if (repeats !== undefined) file.ranges.set(`${range}`, { callId: repeats, as: "named" });
      else if (isWhole(result)) file.ranges.set(`${range}`, { callId, as: "shown" });
    }
  }

  /**
   * The result as it is to be kept: one line that names the earlier result which shows the same, where that saves
   * something, else the result itself. Never a line twice in a row: whoever asks again gets the whole.
   */
  shorten(result: ToolResult): ToolResult {
    const read = readOf(result);
    if (read === undefined) return result;
    const file = this.#files.get(read.path);
    const earlier = file?.hash === read.hash ? file.ranges.get(`${read.range}`) : undefined;
    if (earlier?.as !== "shown") return result;
    const { callId } = earlier;
    const named = nameEarlier(read, { ...result.meta, repeats: callId });
    if (resultBytes(result) - resultBytes(named) < MIN_RESULT_BYTES) return result;
    // A second call of the same message is asking again, too.
    file?.ranges.set(`${read.range}`, { callId, as: "named" });
    return named;
  }

  #version(path: string, hash: string): SeenFile {
    const known = this.#files.get(path);
    if (known?.hash === hash) return known;
    const file: SeenFile = { hash, ranges: new Map() };
    this.#files.set(path, file);
    return file;
  }
}

/**
 * Results that say nothing which a later one does not say, or say better. First those whose lines a later result shows
 * whole from the same content, then those of an older content: a later result shows these lines, or the file was written
 * since. Oldest first. O(reads of one file), squared.
 */
export function supersededResults(history: readonly Message[]): ResultPart[] {
  const repeated: ResultPart[] = [];
  const stale: ResultPart[] = [];
  const later = new Map<string, { reads: Read[]; written: string | undefined }>();
  for (const part of history.flatMap(resultsOf).reverse()) {
    const { path, hash, range } = part.result.meta ?? {};
    if (path === undefined || hash === undefined) continue;
    const since = later.get(path) ?? { reads: [], written: undefined };
    later.set(path, since);
    if (range === undefined) {
      since.written ??= hash;
      continue;
    }
    const showing = since.reads.filter((read) => read.range[0] <= range[0] && range[1] <= read.range[1]);
    if (showing.some((read) => read.hash === hash)) repeated.push(part);
    else if (showing.length > 0 || (since.written !== undefined && since.written !== hash)) stale.push(part);
    const read = readOf(part.result);
    if (read !== undefined) since.reads.push(read);
  }
  return [...repeated.reverse(), ...stale.reverse()];
}

/** The lines that a result shows whole; undefined where it shows none, or where it is not known of which content. */
function readOf(result: ToolResult): Read | undefined {
  const { path, hash, range, repeats } = result.meta ?? {};
  if (path === undefined || hash === undefined || range === undefined || repeats !== undefined) return undefined;
  return isWhole(result) ? { path, hash, range } : undefined;
}

function isWhole({ status, meta }: ToolResult): boolean {
  return status === "ok" && (meta?.bytesDropped ?? 0) === 0;
}

function nameEarlier({ path, range: [first, last] }: Read, meta: ResultMeta): ToolResult {
  const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
  const words = `[Unchanged: the result of the read of ${lines} of ${path} above still holds. Make the call again to have it repeated here.]`;
  return textResult(words, { meta });
}
