import type { Message } from "@millrace/agent";

/** Makes a wire's turns of the messages of a history, taken one by one. The same messages give the same turns. */
export interface TurnSource<T> {
  /** The newest turn: what comes next may still be joined to it. */
  readonly last: T | undefined;
  /** The turns that are complete now, in order. */
  add(message: Message): readonly T[];
}

/** What is changed in turns that are written already. It does not change what is kept of them. */
export interface TurnChange {
  /** Indices of messages: the turns that hold them are changed. */
  at: readonly number[];
  /** JSON text of a turn in, JSON text out. */
  change(turn: string): string;
}

/** A history as far as it was written. */
interface Written<T> {
  messages: readonly Message[];
  turns: TurnSource<T>;
  /** The complete turns, each with a comma behind it. */
  text: string;
  /** Where each complete turn ends in the text. */
  ends: readonly number[];
  /** Of each message, the turn that holds it; -1 before the first. */
  turnOf: readonly number[];
}

/**
 * Writes the messages of a request as JSON text, a wire's own. What was written once is kept as long as its
 * first message lives: a history that only grew costs what is new in it, and one copy of the text before.
 */
export class HistoryText<T> {
  readonly #source: () => TurnSource<T>;
  readonly #onWire: (turn: T) => object;
  /** By the first message of the history. */
  readonly #written = new WeakMap<Message, Written<T>>();

  /** @param onWire what a turn is on the wire: the same for the same turn */
  constructor(source: () => TurnSource<T>, onWire: (turn: T) => object) {
    this.#source = source;
    this.#onWire = onWire;
  }

  /** The items of the list of messages, as `JSON.stringify` would write them; empty where there are none. */
  of(messages: readonly Message[], changes?: TurnChange): string {
    const [first] = messages;
    if (first === undefined) return "";
    const written = this.#write(first, messages);
    const { turns, text } = written;
    const whole = turns.last === undefined ? text.slice(0, -1) : text + JSON.stringify(this.#onWire(turns.last));
    return changes === undefined ? whole : changed(whole, written, changes);
  }

  #write(first: Message, messages: readonly Message[]): Written<T> {
    const known = this.#written.get(first);
    // What goes wrong halfway leaves nothing half written behind.
    this.#written.delete(first);
    const before = known && goesOn(messages, known.messages) ? known : this.#nothing();
    const { turns } = before;
    const ends = [...before.ends];
    const turnOf = [...before.turnOf];
    let { text } = before;
    for (const message of messages.slice(before.messages.length)) {
      for (const turn of turns.add(message)) {
        text += JSON.stringify(this.#onWire(turn));
        ends.push(text.length);
        text += ",";
      }
      turnOf.push(turns.last === undefined ? ends.length - 1 : ends.length);
    }
    const written = { messages, turns, text, ends, turnOf };
    this.#written.set(first, written);
    return written;
  }

  #nothing(): Written<T> {
    return { messages: [], turns: this.#source(), text: "", ends: [], turnOf: [] };
  }
}

/** A comparison of pointers for each old message. */
function goesOn(messages: readonly Message[], beginning: readonly Message[]): boolean {
  return beginning.every((message, at) => message === messages[at]);
}

function changed<T>(text: string, { ends, turnOf }: Written<T>, { at, change }: TurnChange): string {
  const turns = [...new Set(at.map((index) => turnOf[index] ?? -1))].filter((turn) => turn >= 0).sort((a, b) => a - b);
  let result = "";
  let done = 0;
  for (const turn of turns) {
    const start = turn === 0 ? 0 : (ends[turn - 1] ?? 0) + 1;
    const end = ends[turn] ?? text.length;
    result += text.slice(done, start) + change(text.slice(start, end));
    done = end;
  }
  return result + text.slice(done);
}
