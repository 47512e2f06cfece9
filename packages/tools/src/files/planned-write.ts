import { closeSync } from "node:fs";
import type { FileChange, Location, Plan } from "@millrace/agent";
import { EditError } from "../edits/edit-error.js";
import { MAX_EDIT_BYTES } from "../limits.js";
import { statIfThere, writeAtomically } from "./atomic-write.js";
import { explainFileSystemError, FileError } from "./file-error.js";
import { hashOf } from "./hash.js";
import { openForReading } from "./path-gate.js";
import { readWhole } from "./read-whole.js";
import { decodeText, detectForm, encodeText, type TextForm } from "./text-encoding.js";
import { unifiedDiff } from "./unified-diff.js";

const UTF_8: TextForm = { encoding: "utf-8", bom: false };

/** A text file as it is on disk. */
export interface TextFile {
  text: string;
  form: TextForm;
  hash: string;
}

/** What `run` needs of a plan: the place, what is there now, and the bytes to be there. Kept in `Plan.data`. */
export class PlannedWrite {
  readonly location: Location;
  readonly before: TextFile | undefined;
  readonly bytes: Buffer;
  readonly hash: string;
  /** Of an edit: what to show of the new text afterwards. */
  readonly summary: string;

  constructor(location: Location, before: TextFile | undefined, bytes: Buffer, summary: string) {
    this.location = location;
    this.before = before;
    this.bytes = bytes;
    this.hash = hashOf(bytes);
    this.summary = summary;
  }
}

/**
 * Reads a whole text file to change it.
 *
 * @returns Undefined if nothing is there.
 * @throws FileError (`binary_file`, `too_large`, `not_a_file`, …) and EditError `unsupported_encoding` where writing it
 *   back would not give the same bytes.
 */
export async function readTextFile(location: Location): Promise<TextFile | undefined> {
  const { name, absolute } = location;
  try {
    if ((await statIfThere(absolute)) === undefined) return undefined;
    const { fd, stats } = openForReading(location);
    try {
      if (stats.size > MAX_EDIT_BYTES) {
        throw new FileError(
          "too_large",
          `${name} has ${stats.size} bytes; files over ${MAX_EDIT_BYTES} are not edited. Change it with a command.`,
        );
      }
      return textFileOf(name, await readWhole(fd));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof EditError) throw error;
    throw explainFileSystemError(error, name);
  }
}

function textFileOf(name: string, bytes: Buffer): TextFile {
  const form = detectForm(bytes);
  if (form === undefined) throw new FileError("binary_file", `${name} is binary data, not text; it is not changed.`);
  const text = decodeText(bytes, form);
  if (encodeText(text, form)?.equals(bytes) !== true) {
    throw new EditError(
      "unsupported_encoding",
      `${name} cannot be read as ${form.encoding} without loss; it is not changed. Change it with a command.`,
    );
  }
  return { text, form, hash: hashOf(bytes) };
}

/**
 * The plan for a file to hold `text`, in the encoding it has now. Touches nothing.
 *
 * @throws EditError `unsupported_encoding` if the text has a character that the encoding of the file has not.
 */
export async function planWrite(
  location: Location,
  before: TextFile | undefined,
  text: string,
  summary = "",
): Promise<Plan> {
  const { name } = location;
  const bytes = encodeText(text, before?.form ?? UTF_8);
  if (bytes === undefined) {
    throw new EditError(
      "unsupported_encoding",
      `${name} is ${before?.form.encoding}, and the new text has characters that cannot be written in it. Write it without them. Nothing was written.`,
    );
  }
  const write = new PlannedWrite(location, before, bytes, summary);
  const diff = await unifiedDiff(name, before?.text, text);
  const change: FileChange = {
    path: name,
    diff,
    ...(before && { before: { hash: before.hash } }),
    after: { hash: write.hash },
  };
  return {
    title: `${before === undefined ? "Create" : "Edit"} ${name} (${countChanges(diff)})`,
    changes: [change],
    data: write,
  };
}

function countChanges(diff: string): string {
  const lines = diff.split("\n").slice(2);
  return `+${lines.filter((line) => line.startsWith("+")).length} -${lines.filter((line) => line.startsWith("-")).length}`;
}

/**
 * Does what was planned, if the file still is what the plan was made for.
 *
 * @throws EditError `stale` if it is not; FileError for what the file system says.
 */
export async function carryOut({ location, before, bytes, hash }: PlannedWrite): Promise<void> {
  const { absolute, name } = location;
  const now = await readTextFile(location);
  if (now?.hash !== before?.hash) {
    throw new EditError(
      "stale",
      `${name} changed while this waited to be written. Nothing was written. Read it again and repeat the change.`,
    );
  }
  if (now?.hash === hash) return;
  try {
    await writeAtomically(absolute, bytes, await statIfThere(absolute));
  } catch (error) {
    throw explainFileSystemError(error, name);
  }
}

/** @throws FileError if a plan came back without what `planWrite` put into it. */
export function plannedWriteOf(plan: Plan | undefined): PlannedWrite {
  if (plan?.data instanceof PlannedWrite) return plan.data;
  throw new FileError("io_error", "This call has no plan to carry out: nothing was written. Call again.");
}
