import { MAX_CALL_NAME } from "../limits.js";
import { EQUALS, LF } from "../scan/characters.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { CLOSE_BRACKET, COMMA, HASH, OPEN_BRACKET } from "./json-characters.js";
import { isNameStart, PythonCallReader } from "./python-call-reader.js";

const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const SEMICOLON = 59;

/** What stands around calls that look like Python. */
export interface PythonFrameForm {
  openers: readonly FrameOpener[];
  /** Marks that close the frame. It may lack one. */
  closes?: readonly string[];
  /** Stands behind each name: `.call` of Llama's own tools. A name without it is no call. */
  suffix?: string;
  weak?: true;
}

/**
 * A frame of Python calls: a list of them, `[f(a='x'), g()]`, or one a line; each may stand in `print(…)` or be assigned to
 * a name. It is read call by call, so that a broken one is lost alone.
 *
 * @example pythonFrame({ openers: [{ tag: "|python_start|" }], closes: ["<|python_end|>"] })
 */
export function pythonFrame(form: PythonFrameForm): Frame {
  const { openers, closes = [], suffix = "", weak } = form;
  const marks = new FrameMarks(closes);
  return {
    openers,
    ...(weak === true && { weak }),
    read: (run) => new PythonFrameReader(run, marks, suffix).read(),
  };
}

/** What reading goes on with: `next`: another call may follow · `over`: nothing of the frame does. */
type Outcome = "next" | "over";

/** Reads one such frame, from behind its opener on. */
class PythonFrameReader {
  readonly #run: FrameRun;
  readonly #marks: FrameMarks;
  readonly #suffix: string;
  /** The opener is a bracket alone, so that anything may follow. */
  readonly #isBare: boolean;
  #list: "none" | "open" | "closed";
  /** How many `print(` are open. */
  #prints = 0;
  /** A comma was read last, in a list: another call must follow. */
  #behindComma = false;

  constructor(run: FrameRun, marks: FrameMarks, suffix: string) {
    this.#run = run;
    this.#marks = marks;
    this.#suffix = suffix;
    this.#isBare = run.opener.endsWith("[");
    this.#list = this.#isBare ? "open" : "none";
  }

  *read(): FrameSteps {
    const run = this.#run;
    for (;;) {
      if (run.hasBegun) run.hold();
      const code = yield* run.skipBlanks();
      if (code === END) return "text";
      if (isNameStart(code) && this.#list !== "closed") {
        if ((yield* this.#readStatement()) === "over") return "text";
      } else if (code === HASH && this.#list === "none") {
        if ((yield* this.#skipLine()) === "over") return "text";
      } else if (this.#takeBetween(code)) {
        run.skip();
        this.#keep();
        if (this.#isBare && this.#list === "closed") return "text";
      } else {
        if (yield* this.#marks.read(run)) this.#keep();
        return "text";
      }
    }
  }

  /** What was read belongs to the frame, if it is one. */
  #keep(): void {
    if (this.#run.hasBegun) this.#run.drop();
  }

  /** Something that may stand between calls. */
  #takeBetween(code: number): boolean {
    if (code === OPEN_BRACKET && this.#list !== "open" && !this.#isBare) this.#list = "open";
    else if (code === CLOSE_BRACKET && this.#list === "open") this.#list = "closed";
    else if (code === CLOSE_PAREN && this.#prints > 0) this.#prints--;
    else if (code === COMMA && this.#list === "open") this.#behindComma = true;
    else return code === COMMA || code === SEMICOLON;
    return true;
  }

  /** A call, or something else that begins with a name. */
  *#readStatement(): FrameSteps<Outcome> {
    const run = this.#run;
    const start = run.hasBegun ? run.place : run.start;
    for (;;) {
      const name = yield* run.while(isNamePart, MAX_CALL_NAME);
      const { place } = run;
      const code = yield* run.skipBlanks();
      // Half a name, where the list was cut off: no text.
      if (code === END && (run.endsInName(name) || this.#behindComma)) this.#keep();
      const isAssigned = code === EQUALS && this.#list === "none";
      if (!isAssigned && (code !== OPEN_PAREN || !name.endsWith(this.#suffix))) break;
      run.skip();
      const call = new PythonCallReader(run, name.slice(0, name.length - this.#suffix.length), start);
      // Behind a word of prose a blank comes first.
      if (!isAssigned && !call.isKnown && place + 1 !== run.place) break;
      if (!isAssigned && (name !== "print" || call.isKnown)) return yield* this.#readCall(call);
      if (!isAssigned) this.#prints++;
      if (!isNameStart(yield* run.skipBlanks())) break;
    }
    return yield* this.#skipStatement();
  }

  *#readCall(first: PythonCallReader): FrameSteps<Outcome> {
    let call = first;
    this.#behindComma = false;
    for (;;) {
      const outcome = yield* call.read();
      if (outcome === "cut") return "over";
      if (outcome === "call" || (outcome === "whole" && this.#isWeak && !call.isKnown)) return "next";
      if (outcome === "whole") return yield* this.#tell(call);
      if (this.#list !== "open") return yield* this.#skipLine();
      const sibling = yield* this.#findSibling();
      if (!(sibling instanceof PythonCallReader)) return sibling;
      call = sibling;
    }
  }

  /** A call whose arguments are whole: told at once, but behind a bare bracket `[search(1)]` may be part of a link. */
  *#tell(call: PythonCallReader): FrameSteps<Outcome> {
    const run = this.#run;
    const code = this.#isBare ? yield* run.skipBlanks() : COMMA;
    if (code !== CLOSE_BRACKET && code !== COMMA && code !== END) return "over";
    if (code === CLOSE_BRACKET) {
      run.skip();
      this.#list = "closed";
      if ((yield* run.peek()) === OPEN_PAREN) return "over";
    }
    // What came next of a message that was cut may have made it a link.
    if (this.#isBare && run.ended === "cut") return "over";
    call.tell();
    return this.#list === "closed" ? "over" : "next";
  }

  get #isWeak(): boolean {
    return this.#run.frame.weak === true;
  }

  /** Something that is no call: in a fence, code that surrounds calls. */
  *#skipStatement(): FrameSteps<Outcome> {
    return this.#isWeak && !this.#isBare ? yield* this.#skipLine() : "over";
  }

  /** Skips to the end of the line, or to the mark that closes the frame. */
  *#skipLine(): FrameSteps<Outcome> {
    const run = this.#run;
    for (let code = yield* run.peek(); code !== END && code !== LF; code = yield* run.peek()) {
      if ((yield* this.#skip(code)) === "over") return "over";
    }
    this.#prints = 0;
    this.#keep();
    return "next";
  }

  /** Finds, from the middle of a broken call on, the next one in the list of a tool that there is, or the end of the list. */
  *#findSibling(): FrameSteps<PythonCallReader | Outcome> {
    const run = this.#run;
    for (let code = yield* run.peek(); code !== END; code = yield* run.peek()) {
      if (code === LF && this.#isWeak && !run.hasBegun) return "over";
      if (code !== CLOSE_PAREN) {
        if ((yield* this.#skip(code)) === "over") return "over";
        continue;
      }
      run.skip();
      const behind = yield* run.skipBlanks();
      if (behind === CLOSE_BRACKET) return "next";
      if (behind !== COMMA) continue;
      run.skip();
      yield* run.skipBlanks();
      const start = run.hasBegun ? run.place : run.start;
      const name = yield* run.while(isNamePart, MAX_CALL_NAME);
      const sibling = new PythonCallReader(run, name, start);
      if ((yield* run.skipBlanks()) !== OPEN_PAREN || !sibling.isKnown) continue;
      run.skip();
      return sibling;
    }
    return "over";
  }

  /** Skips the next character. `over`: it began the mark that closes the frame, which was read. */
  *#skip(code: number): FrameSteps<Outcome> {
    const run = this.#run;
    if (!this.#marks.begin(code)) {
      run.skip();
      return "next";
    }
    if (!(yield* this.#marks.read(run))) return "next";
    this.#keep();
    return "over";
  }
}

/** Part of a dotted name. */
function isNamePart(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  return isNameStart(code) || isDigit || code === 45 || code === 46 || code > 127;
}
