import { closeSync, readSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import type { Location, PromptSection } from "@millrace/agent";
import { FileError } from "../files/file-error.js";
import { openForReading } from "../files/path-gate.js";
import { createDecoder, detectForm, markLength } from "../files/text-encoding.js";
import { MAX_RULE_FILE_BYTES } from "../limits.js";
import type { RuleFile } from "./find-rule-files.js";

/** The longest character of UTF-8: so much more is read, so that a file that is too long has too long a text, too. */
const CHARACTER_BYTES = 4;

/**
 * A rule file as a section of the prompt. Of a long one little more than {@link MAX_RULE_FILE_BYTES} is read, and `leftOut`
 * says how much was not.
 *
 * @throws FileError for what is no regular file, no UTF-8 text, empty or unreadable, and for a project's link that leads
 *   out of the repository or to anything but a Markdown file
 */
export function readRuleFile({ source, within }: RuleFile, location: Location): PromptSection {
  if (within !== undefined) assertInside(source, location, within);
  const { fd, stats } = openForReading({ ...location, name: source });
  const bytes = readStart(fd, Math.min(stats.size, MAX_RULE_FILE_BYTES + CHARACTER_BYTES));
  const form = detectForm(bytes);
  if (form?.encoding !== "utf-8") {
    throw new FileError("binary_file", `${source} is no text in UTF-8. Save it as UTF-8.`);
  }
  const mark = markLength(form);
  const text = createDecoder(form.encoding)(bytes.subarray(mark), bytes.length === stats.size);
  if (text.trim() === "") throw new FileError("empty_file", `${source} is empty.`);
  const leftOut = stats.size - mark - Buffer.byteLength(text);
  const title = within === undefined ? "Rules of the user" : "Rules of this project";
  return { title, text, source, ...(leftOut > 0 && { leftOut }) };
}

/** Closes the file. */
function readStart(fd: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    return bytes.subarray(0, readSync(fd, bytes));
  } finally {
    closeSync(fd);
  }
}

function assertInside(source: string, { absolute }: Location, within: string): void {
  const below = relative(within, absolute);
  if (below.startsWith(`..${sep}`) || isAbsolute(below) || !/\.md$/i.test(absolute)) {
    throw new FileError(
      "invalid_path",
      `${source} leads to ${absolute}: a rule file of a project may lead to a Markdown file of its repository only.`,
    );
  }
}
