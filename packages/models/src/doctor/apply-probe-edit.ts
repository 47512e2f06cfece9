import { recordIn } from "../json.js";
import { EDITED_FILE } from "./probe-calls.js";

/** A block of SEARCH/REPLACE text with its marks, as tools take them. */
const BLOCK = /^[<-]{3,} SEARCH>?[ \t]*\n([\s\S]*?\n)={3,}[ \t]*\n([\s\S]*?\n)[>+]{3,} REPLACE>?[ \t]*$/m;

/** Whether the arguments of a `replace_in_file`, as `edits` or as `diff`, make of the probe's file what they should. */
export function isRightEdit({ edits, diff }: Readonly<Record<string, unknown>>): boolean {
  const blocks = Array.isArray(edits) ? edits.map(recordIn) : typeof diff === "string" ? blocksOf(diff) : [];
  let text: string = EDITED_FILE.before;
  for (const { search, replace } of blocks) {
    if (typeof search !== "string" || typeof replace !== "string" || search === "") return false;
    const around = text.split(search);
    if (around.length !== 2) return false;
    text = around.join(replace);
  }
  return text === EDITED_FILE.after;
}

function blocksOf(diff: string): { search: unknown; replace: unknown }[] {
  const [, search, replace] = BLOCK.exec(diff.replaceAll("\r\n", "\n")) ?? [];
  return search === undefined ? [] : [{ search, replace }];
}
