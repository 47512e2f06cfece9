import type { AskedCall } from "./probe-words.js";

/** A short call, as most are. */
export const SHORT_CALL: AskedCall = { name: "read_file", values: { path: "src/pelican.txt" } };

/** Two that do not depend on each other. */
export const TWO_CALLS: readonly AskedCall[] = [SHORT_CALL, { name: "read_file", values: { path: "src/heron.txt" } }];

/** What breaks readers and models: closing tags, escapes, fences, `$`, a carriage return, quotes, blank lines at the end. */
const AWKWARD_FILE = `${[
  "# Menu \u{1F9FE}",
  '<p class="price">tea &lt; $2 & up</p>',
  "</content>",
  "```json",
  '{ "name": "caf\u00e9", "path": "C:\\\\temp" }',
  "```",
  "it's 5 o'clock\r",
  "    four blanks, then a tab:\t.",
  "",
  "",
].join("\n")}\n`;

/** A whole file. */
export const BODY_CALL = { name: "write_to_file", values: { path: "menu.md", content: AWKWARD_FILE } } as const;

/** A file that both sides know, and what is to become of it. */
export const EDITED_FILE = {
  before: "tea    $2\ncoffee $3\nwater  $0\n",
  after: 'tea    $2\ncoffee $4 & "cream" <br>\nwater  $0\n',
} as const;

const SEARCH = "coffee $3";
const REPLACE = 'coffee $4 & "cream" <br>';

/** A change of that file, as the protocol wants it. */
export const EDIT_CALLS: Readonly<Record<"native" | "text", AskedCall>> = {
  native: {
    name: "replace_in_file",
    values: { path: "prices.txt", edits: JSON.stringify([{ search: SEARCH, replace: REPLACE }]) },
  },
  text: {
    name: "replace_in_file",
    values: { path: "prices.txt", diff: `<<<<<<< SEARCH\n${SEARCH}\n=======\n${REPLACE}\n>>>>>>> REPLACE\n` },
  },
};
