import type { Preview } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";

/** What stands before each text of a block. */
const HEADINGS: Readonly<Record<string, string>> = { search: "<<<<<<< SEARCH\n", replace: "=======\n" };
/** What stands behind the last text of a block. */
const END = ">>>>>>> REPLACE\n";
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

/**
 * Folds an event of a call with a list of edits into its preview: the texts of the blocks as SEARCH/REPLACE text, as
 * far as they are written. A diff is shown as it is. O(1) per character.
 */
export function previewEdits(event: BlockEvent, soFar: Preview | undefined): Preview | undefined {
  if (event.type !== "param-delta") return soFar && { ...soFar, delta: "" };
  const reader = soFar?.state instanceof EditsReader ? soFar.state : new EditsReader();
  if (event.param === "path") reader.path += event.text;
  const delta = event.param === "edits" ? reader.push(event.text) : event.param === "diff" ? event.text : "";
  return { title: `Edit ${reader.path}`.trimEnd(), delta, state: reader };
}

/**
 * Reads the texts out of `[{"search": "…", "replace": "…"}, …]` while it is written. What is no such list shows nothing
 * wrong, only less.
 */
class EditsReader {
  path = "";
  /** What was read of an escape, its backslash included. */
  #escape = "";
  /** The string that is read is a value: of this name. A string that is a name is collected in `#name`. */
  #reading: "name" | "value" | "nothing" = "nothing";
  #afterColon = false;
  #name = "";

  /** The newly readable text. */
  push(json: string): string {
    let shown = "";
    for (const character of json)
      shown += this.#reading === "nothing" ? this.#outside(character) : this.#inside(character);
    return shown;
  }

  #outside(character: string): string {
    if (character === ":") this.#afterColon = true;
    else if (character === "," || character === "{") this.#afterColon = false;
    if (character !== '"') return "";
    this.#reading = this.#afterColon ? "value" : "name";
    if (this.#reading === "value") return HEADINGS[this.#name] ?? "";
    this.#name = "";
    return "";
  }

  #inside(character: string): string {
    if (this.#escape === "") {
      if (character === '"') return this.#close();
      if (character === "\\") this.#escape = "\\";
      return character === "\\" ? "" : this.#take(character);
    }
    this.#escape += character;
    const isUnicode = this.#escape[1] === "u";
    if (isUnicode && this.#escape.length < 6) return "";
    const decoded = isUnicode
      ? String.fromCharCode(Number.parseInt(this.#escape.slice(2), 16))
      : (ESCAPES[character] ?? character);
    this.#escape = "";
    return this.#take(decoded);
  }

  #take(text: string): string {
    if (this.#reading === "value") return HEADINGS[this.#name] === undefined ? "" : text;
    this.#name += text;
    return "";
  }

  #close(): string {
    const wasValue = this.#reading === "value";
    this.#reading = "nothing";
    if (!wasValue || HEADINGS[this.#name] === undefined) return "";
    return this.#name === "replace" ? `\n${END}` : "\n";
  }
}
