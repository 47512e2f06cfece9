import { jsonOf } from "../../json.js";
import type { ChunkWriter } from "../chunk-writer.js";
import type { BlockDelta, ContentBlock } from "./types.js";

type OpenBlock = OpenText | OpenThinking | OpenCall | NotOurs;

interface OpenText {
  kind: "text";
}

interface OpenThinking {
  kind: "thinking";
  text: string;
  signature: string;
}

interface OpenCall {
  kind: "call";
  /** Ours, dense from 0. */
  index: number;
  /** What stood in the block's start: it counts only where no delta comes. */
  input: unknown;
  json: string;
}

/** Tools that the server runs, their results, summaries: nobody shows them, nobody runs them. */
interface NotOurs {
  kind: "not-ours";
}

/**
 * The content blocks of one answer, by their index. O(1) per piece.
 *
 * Thinking goes back as it came, so what is opaque of a reasoning delta is the JSON text of the whole block, said when
 * the block ends: `{"type":"thinking","thinking":…,"signature":…}` or `{"type":"redacted_thinking","data":…}`. Thinking
 * that came without a signature has none.
 */
export class Blocks {
  readonly #out: ChunkWriter;
  #open = new Map<number, OpenBlock>();
  /** Where a piece without an index belongs. */
  #newest = 0;
  #calls = 0;
  /** A call that ended without arguments: none are right, unless the answer was cut just here. */
  #bare: number | undefined;
  /** Text came, or a call ended. */
  #hasOutput = false;

  constructor(out: ChunkWriter) {
    this.#out = out;
  }

  /** There is text, or a call that is whole and so may have been run: it cannot be taken back. */
  get hasOutput(): boolean {
    return this.#hasOutput || [...this.#open.values()].some((open) => open.kind === "call" && isWhole(open.json));
  }

  start(index: number | undefined, block: ContentBlock): void {
    this.#endThinking();
    this.#endBare();
    this.#newest = index ?? this.#newest + 1;
    const open = this.#opened(block);
    this.#open.set(this.#newest, open);
    if (open.kind === "text") this.#text(block.text);
    else if (open.kind === "thinking") this.#think(open, block);
  }

  delta(index: number | undefined, delta: BlockDelta): void {
    const at = index ?? this.#newest;
    let open = this.#open.get(at);
    if (open === undefined) {
      open = openedBy(delta);
      this.#open.set(at, open);
    }
    if (open.kind === "text") this.#text(delta.text);
    else if (open.kind === "thinking") this.#think(open, delta);
    else if (open.kind === "call" && typeof delta.partial_json === "string" && delta.partial_json !== "") {
      open.json += delta.partial_json;
      this.#out.input(open.index, delta.partial_json);
    }
  }

  stop(index: number | undefined): void {
    const at = index ?? this.#newest;
    const open = this.#open.get(at);
    this.#open.delete(at);
    if (open?.kind === "thinking") this.#sign(open);
    else if (open?.kind === "call") this.#endCall(open);
  }

  /** A block that came whole. */
  whole(block: ContentBlock): void {
    this.start(undefined, block);
    this.stop(undefined);
  }

  /** The answer ended; `complete`: nothing cut it. */
  end(complete: boolean): void {
    this.#endThinking();
    if (!complete) return;
    for (const [at, { kind }] of this.#open) if (kind === "call") this.stop(at);
    this.#endBare();
  }

  /** The server begins once more. Calls that are open stay so: they are never run. */
  restart(): void {
    this.#endThinking();
    this.#bare = undefined;
    this.#open = new Map();
    this.#newest = 0;
  }

  #opened(block: ContentBlock): OpenBlock {
    switch (block.type) {
      case "text":
        return { kind: "text" };
      case "thinking":
        return { kind: "thinking", text: "", signature: "" };
      case "redacted_thinking":
        if (typeof block.data === "string" && block.data !== "") {
          this.#opaque({ type: "redacted_thinking", data: block.data });
        }
        return { kind: "not-ours" };
      case "tool_use":
        return this.#startCall(block);
      default:
        return { kind: "not-ours" };
    }
  }

  #startCall({ id, name, input }: ContentBlock): OpenCall {
    const index = this.#calls++;
    this.#out.add({
      type: "tool-input-start",
      index,
      ...(typeof id === "string" && id !== "" && { providerCallId: id }),
      ...(typeof name === "string" && name !== "" && { name }),
    });
    return { kind: "call", index, input, json: "" };
  }

  #endCall({ index, input, json }: OpenCall): void {
    this.#hasOutput = true;
    const isEmpty = typeof input !== "object" || input === null || Object.keys(input).length === 0;
    if (json === "" && isEmpty) {
      this.#endBare();
      this.#bare = index;
      return;
    }
    if (json === "") this.#out.input(index, jsonOf(input));
    this.#out.add({ type: "tool-input-end", index });
  }

  #endBare(): void {
    if (this.#bare !== undefined) this.#out.add({ type: "tool-input-end", index: this.#bare });
    this.#bare = undefined;
  }

  #text(text: unknown): void {
    if (typeof text !== "string" || text === "") return;
    this.#hasOutput = true;
    this.#out.text(text);
  }

  #think(open: OpenThinking, { thinking, signature }: Pick<BlockDelta, "thinking" | "signature">): void {
    if (typeof thinking === "string" && thinking !== "") {
      open.text += thinking;
      this.#out.reasoning(thinking);
    }
    if (typeof signature === "string" && signature !== "") open.signature = signature;
  }

  /** Some relays leave out the end of a block. */
  #endThinking(): void {
    for (const [at, open] of this.#open) {
      if (open.kind !== "thinking") continue;
      this.#open.delete(at);
      this.#sign(open);
    }
  }

  #sign({ text, signature }: OpenThinking): void {
    if (signature !== "") this.#opaque({ type: "thinking", thinking: text, signature });
  }

  #opaque(block: object): void {
    this.#out.add({ type: "reasoning-delta", text: "", signature: JSON.stringify(block) });
  }
}

/** Whether the arguments are all there, though nobody said so. */
function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** What a delta is of whose block had no start. A call without a start has no name: nobody can run it. */
function openedBy({ type }: BlockDelta): OpenBlock {
  if (type === "text_delta") return { kind: "text" };
  if (type === "thinking_delta" || type === "signature_delta") return { kind: "thinking", text: "", signature: "" };
  return { kind: "not-ours" };
}
