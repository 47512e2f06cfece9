import type { Repair } from "../block.js";
import { MAX_JSON_DEPTH } from "../limits.js";
import { DOUBLE_QUOTE, LF, SINGLE_QUOTE } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import { type JsonHandler, MemberTeller } from "./json-handler.js";
import { JsonTree } from "./json-tree.js";
import { ReaderRecord } from "./reader-record.js";
import { YamlBlock } from "./yaml-block.js";
import { YamlFlow } from "./yaml-flow.js";
import { indentOf, splitEntry, withoutComment } from "./yaml-line.js";
import { YamlPlain } from "./yaml-plain.js";
import { YamlQuoted } from "./yaml-quoted.js";
import { readYamlScalar } from "./yaml-scalar.js";

/** Indentation of the arguments before the first of them shows it. */
const UNKNOWN = -1;
/** What begins a value that YAML would not read as text, and that is not read here. */
const UNREAD = /^(?:!!|\?(?:[ \t]|$))/;
const BARE_NAME = /^[A-Za-z_][\w.-]*$/;

/**
 * Reads the arguments of a call that are written as YAML and arrive in pieces, and builds them while it reads: lines
 * `name: value`, the value a scalar, a block (`|`, `>`), a flow collection, or a map or list in the lines below. Of a
 * block each line is told when it is complete, of a quoted scalar each piece. Scalars of arguments are text, for the
 * schema to type; those inside of maps and lists are typed by YAML's core schema. Tags, anchors, aliases and complex
 * keys are not read. Any text can be fed: what is no such YAML makes the reader `broken`, it never throws. Amortised
 * O(1) per character, memory O(arguments).
 *
 * Mended, and said in `repairs`: colons and marks that YAML wants quoted, comments behind a value, folded quoted lines.
 * Of names written twice the first counts.
 *
 * @example
 * const reader = new YamlBody(handler);
 * reader.write("path: a.py\ncontent: |\n  def f():\n"); // …, onKey("content"), onText("content", "def f():")
 * reader.write("    return 1\n"); // onText("content", "\n  return 1")
 * reader.end(); // onText("content", "\n"), …, onClose()
 * reader.value; // { path: "a.py", content: "def f():\n  return 1\n" }
 */
export class YamlBody {
  readonly #handler: JsonHandler;
  readonly #teller: MemberTeller;
  /** How the value at hand is told: a string, the lines of a map or list, a flow collection, or not at all. */
  #telling: "nothing" | "decoded" | "lines" | "flow" = "nothing";
  /** Blank lines of a map or list: told if more of it follows. */
  #blankLines = "";
  readonly #record = new ReaderRecord("The YAML arguments");
  readonly #tree = new JsonTree();
  /** Maps and lists that are open, the arguments first, and how far their lines are indented. */
  readonly #levels: { kind: "map" | "list"; indent: number }[] = [{ kind: "map", indent: UNKNOWN }];
  /** What was read of the line at hand. */
  readonly #line = new Rope();
  /** The line at hand has a quote that opens no argument's value. */
  #hasQuote = false;
  #state: "line" | "quoted" | "behind-quoted" | "quoted-lines" = "line";
  readonly #quoted = new YamlQuoted((what) => this.#record.mend(what));
  /** What was read of the quoted scalar or block at hand. */
  readonly #text = new Rope();
  /** A key or a dash was read whose value is to come in the next lines. */
  #awaitsValue = false;
  #plain: YamlPlain | undefined;
  #block: YamlBlock | undefined;
  #flow: YamlFlow | undefined;
  #value: unknown;

  constructor(handler: JsonHandler) {
    this.#handler = handler;
    this.#teller = new MemberTeller(handler);
    this.#tree.open({});
  }

  /** `end` was called, and all was complete. */
  get closed(): boolean {
    return this.#record.status === "closed";
  }

  /** What was fed is no such YAML, or too much of it. Why is the last of `repairs`; the value never closes. */
  get broken(): boolean {
    return this.#record.status === "broken";
  }

  /** How many characters were read in all. */
  get consumed(): number {
    return this.#record.consumed;
  }

  /** The arguments, a plain object, once `closed`; `undefined` before. No key reaches a prototype. */
  get value(): unknown {
    return this.#value;
  }

  /** What was mended, each once, in the order found. */
  get repairs(): readonly Repair[] {
    return this.#record.repairs;
  }

  /** Reads on. Gives how many characters of `text` were read: fewer than all if the reader broke in it. */
  write(text: string): number {
    if (this.#record.status !== "open") return 0;
    const piece = this.#record.fitting(text);
    let at = 0;
    while (at < piece.length && this.#record.status === "open") {
      at = this.#state === "quoted" ? this.#readQuoted(piece, at) : this.#readLine(piece, at);
    }
    this.#record.advance(at, text);
    return at;
  }

  /** The text is complete: its close tag was seen. What is not closed in it breaks the reader. */
  end(): void {
    if (this.#record.status !== "open") return;
    if (this.#state === "quoted") {
      this.#quoted.end();
      this.#takeQuoted();
    }
    this.#takeLine("cut");
    if (this.#flow !== undefined || this.#state !== "line") this.#refuse("a value is not closed");
    if (this.#record.status !== "open") return;
    this.#endScalar();
    if (this.#awaitsValue) this.#endEmpty();
    while (this.#levels.length > 1) this.#closeLevel();
    this.#value = this.#tree.close();
    this.#record.status = "closed";
    this.#handler.onClose();
  }

  #readLine(text: string, from: number): number {
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        this.#line.append(text.slice(from, at));
        this.#takeLine("broken");
        return at + 1;
      }
      if ((code === SINGLE_QUOTE || code === DOUBLE_QUOTE) && !this.#hasQuote) {
        this.#hasQuote = true;
        if (this.#isNameOnly(this.#line.toString() + text.slice(from, at))) {
          this.#line.append(text.slice(from, at));
          this.#startQuoted(code);
          return at + 1;
        }
      }
    }
    this.#line.append(text.slice(from));
    return text.length;
  }

  /** Whether what is before a quote on its line is the name of an argument: the quote then opens its value. */
  #isNameOnly(line: string): boolean {
    const indent = indentOf(line);
    const { indent: expected } = this.#levels[0] ?? { indent: UNKNOWN };
    if (this.#flow !== undefined || this.#state !== "line") return false;
    if (expected !== UNKNOWN && indent !== expected) return false;
    const entry = splitEntry(line.slice(indent));
    return entry?.rest === "" && BARE_NAME.test(entry.key);
  }

  #startQuoted(quote: number): void {
    if (this.#line.toString().endsWith(":")) this.#record.mend("a blank was missing behind a colon");
    this.#takeLine("broken");
    if (this.#record.status !== "open") return;
    this.#start("decoded");
    this.#quoted.begin(quote);
    this.#state = "quoted";
  }

  #readQuoted(text: string, from: number): number {
    const end = this.#quoted.read(text, from);
    this.#takeQuoted();
    return end;
  }

  #takeQuoted(): void {
    this.#takeText(this.#quoted.piece);
    if (!this.#quoted.closed) return;
    this.#endText();
    this.#state = "behind-quoted";
    this.#hasQuote = true;
  }

  /** The line at hand is complete. */
  #takeLine(end: "broken" | "cut"): void {
    const line = this.#line.toString().replace(/\r$/, "");
    this.#line.clear();
    this.#hasQuote = false;
    this.#readContent(line, end);
    if (this.#telling === "lines" && this.#record.status === "open") this.#tellLine(line);
  }

  #readContent(line: string, end: "broken" | "cut"): void {
    if (this.#state === "behind-quoted") {
      this.#state = "line";
      this.#checkRest(line);
      return;
    }
    if (this.#state === "quoted-lines") {
      this.#readQuotedLine(`\n${line}`, 0);
      return;
    }
    if (this.#flow !== undefined) {
      this.#readFlow(this.#flow, line, "\n");
      return;
    }
    if (this.#block?.take(line, end)) {
      this.#takeText(this.#block.piece);
      return;
    }
    const indent = indentOf(line);
    const content = line.slice(indent).trimEnd();
    if (content === "") {
      this.#plain?.takeBreak();
      return;
    }
    if (this.#plain !== undefined && indent > this.#level.indent && !content.startsWith("#")) {
      if (!this.#plain.takeLine(content)) this.#refuse("a value with a colon goes on in the next line");
      return;
    }
    this.#endScalar();
    if (content.startsWith("#") || (content === "---" && this.#level.indent === UNKNOWN)) return;
    if (content.startsWith("\t")) this.#refuse("a line is indented with tabs");
    else this.#readItem(indent, content);
  }

  /** A line that begins an entry of a map, an item of a list, or a value. */
  #readItem(indent: number, content: string): void {
    const isDash = isItem(content);
    if (this.#awaitsValue) {
      // The items of a map's list may be indented as far as the map.
      const isInside = indent > this.#level.indent || (isDash && indent === this.#level.indent && !this.#isList);
      if (isInside) {
        this.#awaitsValue = false;
        this.#readNode(indent, content);
        return;
      }
      this.#endEmpty();
    }
    while (this.#level.indent > indent || (this.#isList && this.#level.indent === indent && !isDash)) {
      if (this.#levels.length === 1) break;
      this.#closeLevel();
    }
    if (this.#level.indent === UNKNOWN) this.#level.indent = indent;
    if (this.#level.indent !== indent) this.#refuse("the indentation of a line fits no line before");
    else if (this.#isList !== isDash) this.#refuse("a line is no key with a value");
    else if (isDash) this.#readDash(indent, content);
    else this.#readEntry(content);
  }

  /** What stands where a value may: a map, a list or a scalar. */
  #readNode(indent: number, content: string): void {
    if (isItem(content)) {
      if (this.#openLevel("list", indent)) this.#readDash(indent, content);
    } else if (splitEntry(content) === undefined) {
      this.#readValue(content);
    } else if (this.#openLevel("map", indent)) {
      this.#readEntry(content);
    }
  }

  /** An item of a list; lists in lists may begin in one line. */
  #readDash(indent: number, content: string): void {
    let column = indent;
    let rest = content;
    for (;;) {
      const inner = rest.slice(1).trimStart();
      column += rest.length - inner.length;
      rest = inner;
      if (!isItem(rest)) break;
      if (!this.#openLevel("list", column)) return;
    }
    if (rest === "" || rest.startsWith("#")) this.#awaitsValue = true;
    else this.#readNode(column, rest);
  }

  #readEntry(content: string): void {
    const entry = splitEntry(content);
    const isArgument = this.#levels.length === 1;
    if (entry === undefined || (isArgument && !/^["']/.test(content) && !BARE_NAME.test(entry.key))) {
      this.#refuse("a line is no key with a value");
      return;
    }
    this.#record.leaveOut(this.#tree.setKey(entry.key), entry.key);
    if (entry.rest === "" || entry.rest.startsWith("#")) this.#awaitsValue = true;
    else this.#readValue(entry.rest);
  }

  /** A value, or its beginning, to the end of its line. */
  #readValue(text: string): void {
    this.#block = YamlBlock.open(text, this.#level.indent);
    if (this.#block !== undefined) {
      this.#start("decoded");
    } else if (text.startsWith("[") || text.startsWith("{")) {
      this.#start("flow");
      this.#flow = new YamlFlow(this.#record, MAX_JSON_DEPTH - this.#tree.depth);
      this.#readFlow(this.#flow, text, "");
    } else if (text.startsWith('"') || text.startsWith("'")) {
      this.#start("decoded");
      this.#quoted.begin(text.charCodeAt(0));
      this.#readQuotedLine(text, 1);
    } else if (UNREAD.test(text)) {
      this.#refuse("a tag or a complex key stands where a value begins");
    } else {
      this.#plain = new YamlPlain(text, (what) => this.#record.mend(what));
    }
  }

  /** More of a quoted scalar that is read line by line. */
  #readQuotedLine(line: string, from: number): void {
    const end = this.#quoted.read(line, from);
    this.#takeText(this.#quoted.piece);
    // A single quote at the end of a line is not half of two.
    this.#quoted.end();
    this.#takeText(this.#quoted.piece);
    this.#state = this.#quoted.closed ? "line" : "quoted-lines";
    if (!this.#quoted.closed) return;
    this.#endText();
    this.#checkRest(line.slice(end));
  }

  #readFlow(flow: YamlFlow, line: string, before: string): void {
    const end = flow.readLine(line);
    if (this.#record.status !== "open") return;
    if (this.#telling === "flow") this.#tellWritten(before + line.slice(0, end));
    if (!flow.closed) return;
    this.#flow = undefined;
    this.#endValue(flow.value);
    this.#checkRest(line.slice(end));
  }

  /** Behind a quoted or flow value there is nothing but a comment. */
  #checkRest(rest: string): void {
    if (withoutComment(rest) !== "") this.#refuse("text stands behind a value on its line");
  }

  /** Ends the scalar that a new line shows to be complete. */
  #endScalar(): void {
    if (this.#block !== undefined) {
      this.#takeText(this.#block.end());
      this.#block = undefined;
      this.#endText();
    }
    if (this.#plain !== undefined) {
      const text = this.#plain.toString();
      this.#plain = undefined;
      this.#start("decoded");
      this.#tellDecoded(text);
      this.#endValue(this.#tree.depth === 1 ? text : readYamlScalar(text));
    }
  }

  /** A key or a dash has no value. */
  #endEmpty(): void {
    this.#awaitsValue = false;
    this.#start("decoded");
    this.#endValue(this.#tree.depth === 1 ? "" : null);
  }

  #takeText(piece: string): void {
    this.#text.append(piece);
    this.#tellDecoded(piece);
  }

  #endText(): void {
    const text = this.#text.toString();
    this.#text.clear();
    this.#endValue(text);
  }

  /** False if it would be too deep. */
  #openLevel(kind: "map" | "list", indent: number): boolean {
    if (this.#tree.depth >= MAX_JSON_DEPTH) {
      this.#record.break("too-long", `are nested deeper than ${MAX_JSON_DEPTH} levels and were not read further`);
      return false;
    }
    this.#start("lines");
    this.#levels.push({ kind, indent });
    this.#tree.open(kind === "map" ? {} : []);
    return true;
  }

  #closeLevel(): void {
    this.#levels.pop();
    this.#endValue(this.#tree.close());
  }

  get #level(): { kind: "map" | "list"; indent: number } {
    return this.#levels[this.#levels.length - 1] ?? { kind: "map", indent: UNKNOWN };
  }

  get #isList(): boolean {
    return this.#level.kind === "list";
  }

  #endValue(value: unknown): void {
    this.#awaitsValue = false;
    this.#tree.add(value);
    if (this.#tree.depth > 1 || this.#telling === "nothing") return;
    if (this.#telling === "decoded") this.#teller.tellDecoded("", true);
    // Blanks in the last lines may be all that a block holds.
    else if (/[^\n]/.test(this.#blankLines)) this.#tellWritten(this.#blankLines);
    this.#telling = "nothing";
    this.#blankLines = "";
    this.#teller.end(value, "", 0);
  }

  /** The value of an argument begins, and how it is told. Ignored inside of a value. */
  #start(telling: "decoded" | "lines" | "flow"): void {
    const name = this.#tree.outermostKey;
    if (this.#tree.depth > 1 || name === undefined) return;
    this.#telling = telling;
    this.#teller.start(name, telling !== "decoded", 0);
  }

  #tellDecoded(piece: string): void {
    if (this.#telling === "decoded") this.#teller.tellDecoded(piece, false);
  }

  #tellLine(line: string): void {
    if (line.trim() === "") {
      this.#blankLines += `${line}\n`;
      return;
    }
    this.#tellWritten(this.#blankLines + line);
    this.#blankLines = "\n";
  }

  #tellWritten(piece: string): void {
    this.#teller.endPiece(piece, piece.length, piece.length);
  }

  /** Nothing more is read. `why` is a clause. */
  #refuse(why: string): void {
    this.#record.break("json-syntax", `cannot be read: ${why}`);
  }
}

/** A dash and a value, or a dash alone. */
function isItem(content: string): boolean {
  return content === "-" || content.startsWith("- ") || content.startsWith("-\t");
}
