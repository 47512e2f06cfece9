import { jsonOf } from "../../json.js";
import type { ChunkWriter } from "../chunk-writer.js";
import type { ToolCallPiece } from "./types.js";

interface OpenCall {
  /** Ours, dense from 0. */
  readonly index: number;
  readonly id: string | undefined;
  name: string;
  json: string;
  started: boolean;
  signature: string | undefined;
}

/**
 * Puts the pieces of native calls together: which piece belongs to which call. O(1) per piece.
 *
 * An id decides first, the index only where there is none; a new id with a name is a new call even at a used index.
 * Servers count from 1, use one index for all calls, jump between indices, send no index, change the id on the way.
 * Source: streams/quirks.md, "Tool calls".
 */
export class CallPieces {
  readonly #writer: ChunkWriter;
  readonly #calls: OpenCall[] = [];
  readonly #byId = new Map<string, OpenCall>();
  readonly #byIndex = new Map<number, OpenCall>();
  /** The name may go on in the next piece, so a call is handed out with its first argument or when another thing comes. */
  #held: OpenCall | undefined;

  constructor(writer: ChunkWriter) {
    this.#writer = writer;
  }

  get any(): boolean {
    return this.#calls.length > 0;
  }

  piece(piece: ToolCallPiece): void {
    const id = typeof piece.id === "string" && piece.id !== "" ? piece.id : undefined;
    const index = typeof piece.index === "number" ? piece.index : undefined;
    const name = typeof piece.function?.name === "string" ? piece.function.name : "";
    const json = argumentText(piece.function?.arguments);

    let call = this.#find(id, index, name, json);
    if (call) {
      if (name !== "" && !call.started && name !== call.name) call.name += name;
    } else {
      call = { index: this.#calls.length, id, name, json: "", started: false, signature: undefined };
      this.#calls.push(call);
    }
    if (id !== undefined) this.#byId.set(id, call);
    if (index !== undefined) this.#byIndex.set(index, call);
    if (piece.extra_content) call.signature = jsonOf(piece.extra_content);

    if (this.#held !== call) this.release();
    if (json !== "") {
      this.#start(call);
      call.json += json;
      this.#writer.input(call.index, json);
    } else if (!call.started) this.#held = call;
  }

  /** Hands out a call whose arguments have not begun: something else follows it. */
  release(): void {
    if (this.#held) this.#start(this.#held);
  }

  /** The answer ended whole: what goes back with a call is known. */
  end(): void {
    this.release();
    for (const { index, signature } of this.#calls) {
      if (signature !== undefined) this.#writer.add({ type: "tool-input-end", index, signature });
    }
  }

  #start(call: OpenCall): void {
    this.#held = undefined;
    if (call.started) return;
    call.started = true;
    this.#writer.add({
      type: "tool-input-start",
      index: call.index,
      ...(call.id !== undefined && { providerCallId: call.id }),
      ...(call.name !== "" && { name: call.name }),
    });
  }

  #find(id: string | undefined, index: number | undefined, name: string, json: string): OpenCall | undefined {
    if (id !== undefined) {
      const known = this.#byId.get(id);
      if (known || name !== "") return known;
      // Some Kimi relays change the id of a call on the way: a new id without a name goes on at its index.
    }
    const call = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index);
    if (call && id === undefined && name !== "" && beginsAnother(call, index, json)) return undefined;
    return call;
  }
}

/** A piece with a name and no id: does it begin another call than the one at its place? */
function beginsAnother(call: OpenCall, index: number | undefined, json: string): boolean {
  if (call.json === "") return index === undefined && call.name !== "";
  if (!json.trimStart().startsWith("{") || !call.json.trimEnd().endsWith("}")) return false;
  try {
    JSON.parse(call.json);
    return true;
  } catch {
    // Not whole yet: the name is only repeated.
    return false;
  }
}

/** Arguments come as text in pieces; some servers send the object itself, whole. */
function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : jsonOf(value);
}
