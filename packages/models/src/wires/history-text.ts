import type { Message } from "@millrace/agent";
import { type Turn, TurnMaker } from "./turns.js";

/** A history as far as it was written. */
interface Written {
  messages: readonly Message[];
  turns: TurnMaker;
  /** The complete turns, each with a comma behind it. */
  text: string;
}

/**
 * Writes the messages of a request as JSON text, a wire's own. What was written once is kept as long as its
 * first message lives: a history that only grew costs what is new in it, and one copy of the text before.
 */
export class HistoryText {
  readonly #onWire: (turn: Turn) => object;
  /** By the first message of the history. */
  readonly #written = new WeakMap<Message, Written>();

  /** @param onWire what a turn is on the wire: the same for the same turn */
  constructor(onWire: (turn: Turn) => object) {
    this.#onWire = onWire;
  }

  /** The items of the list of messages, as `JSON.stringify` would write them; empty where there are none. */
  of(messages: readonly Message[]): string {
    const [first] = messages;
    if (first === undefined) return "";
    const known = this.#written.get(first);
    // What goes wrong halfway leaves nothing half written behind.
    this.#written.delete(first);
    const { turns, ...before } = known && goesOn(messages, known.messages) ? known : nothingWritten();
    let { text } = before;
    for (const message of messages.slice(before.messages.length)) {
      for (const turn of turns.add(message)) text += `${JSON.stringify(this.#onWire(turn))},`;
    }
    this.#written.set(first, { messages, turns, text });
    return turns.last === undefined ? text.slice(0, -1) : text + JSON.stringify(this.#onWire(turns.last));
  }
}

function nothingWritten(): Written {
  return { messages: [], turns: new TurnMaker(), text: "" };
}

/** A comparison of pointers for each old message. */
function goesOn(messages: readonly Message[], beginning: readonly Message[]): boolean {
  return beginning.every((message, at) => message === messages[at]);
}
