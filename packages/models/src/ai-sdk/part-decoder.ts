import type { FinishReason, StreamChunk } from "@millrace/protocol";
import { type JsonRecord, jsonOf, recordIn } from "../json.js";
import { sealSignature } from "../wires/signature.js";
import { providerFact } from "./provider-facts.js";
import { usageOf } from "./usage.js";

/** A call of the answer that is ours to run. */
interface OpenCall {
  /** Ours, dense from 0. */
  readonly index: number;
  /** Its pieces are no JSON but the bare text of its one argument: the JSON comes with the whole call. */
  readonly isBareText: boolean;
  json: string;
  ended: boolean;
}

interface OpenThought {
  text: string;
  metadata: JsonRecord | undefined;
}

/**
 * Reads the parts of one answer of a model of the AI SDK, of specification v2, v3 or v4. O(1) per part, and once more
 * the arguments of a call where it ends.
 *
 * A part may be anything, and what is of no use is a `keep-alive`: a file, a source, what the provider's own tools do.
 * What a provider tells of reasoning or a call besides its text (`providerMetadata`) is its signature: it goes back with
 * it as it came. An answer whose last part gives no reason was cut off, as these packages end every answer politely: it
 * gets no `finish`.
 */
export class PartDecoder {
  /** The error that the answer ended in. What `push` returned before still counts. */
  failure: { error: unknown } | undefined;
  readonly #provider: string;
  readonly #origin: string;
  readonly #calls = new Map<string, OpenCall>();
  readonly #notOurs = new Set<string>();
  readonly #thoughts = new Map<string, OpenThought>();
  /** A call without arguments, said to be whole: they are right unless the answer was cut just here. */
  #bare: StreamChunk[] = [];

  /**
   * @param provider of the model
   * @param origin of signatures, see `signatureOrigin`
   */
  constructor(provider: string, origin: string) {
    this.#provider = provider;
    this.#origin = origin;
  }

  push(value: unknown): readonly StreamChunk[] {
    const part = recordIn(value);
    const chunks = part.type === "finish" ? this.#finish(part) : [...this.#takeBare(), ...this.#read(part)];
    return chunks.length > 0 || this.failure ? chunks : [{ type: "keep-alive" }];
  }

  #read(part: JsonRecord): readonly StreamChunk[] {
    switch (part.type) {
      case "text-delta": {
        const text = textIn(part.delta);
        return text === "" ? [] : [{ type: "text-delta", text }];
      }
      case "reasoning-start":
      case "reasoning-delta":
        return this.#think(part);
      case "reasoning-end":
        return [...this.#think(part), ...this.#endThought(textIn(part.id))];
      case "tool-input-start":
        return this.#startCall(textIn(part.id), part);
      case "tool-input-delta":
        return this.#pieceOfCall(textIn(part.id), textIn(part.delta));
      case "tool-call":
        return this.#wholeCall(textIn(part.toolCallId), part);
      case "error":
        this.failure = { error: part.error };
        return [];
      default:
        return [];
    }
  }

  #think({ id, delta, providerMetadata }: JsonRecord): readonly StreamChunk[] {
    const thought = this.#thoughts.get(textIn(id)) ?? { text: "", metadata: undefined };
    this.#thoughts.set(textIn(id), thought);
    const text = textIn(delta);
    thought.text += text;
    thought.metadata = metadataIn(providerMetadata) ?? thought.metadata;
    return text === "" ? [] : [{ type: "reasoning-delta", text }];
  }

  #endThought(id: string): readonly StreamChunk[] {
    const thought = this.#thoughts.get(id);
    this.#thoughts.delete(id);
    if (thought?.metadata === undefined) return [];
    const signature = this.#seal(thought);
    return [{ type: "reasoning-delta", text: "", signature }];
  }

  #startCall(id: string, { toolName, providerExecuted, inputEncoding }: JsonRecord): readonly StreamChunk[] {
    if (providerExecuted === true) {
      this.#notOurs.add(id);
      return [];
    }
    if (this.#calls.has(id)) return [];
    const index = this.#calls.size;
    this.#calls.set(id, { index, isBareText: inputEncoding === "text", json: "", ended: false });
    const name = textIn(toolName);
    return [
      {
        type: "tool-input-start",
        index,
        ...(id !== "" && { providerCallId: id }),
        ...(name !== "" && { name }),
      },
    ];
  }

  #pieceOfCall(id: string, json: string): readonly StreamChunk[] {
    const call = this.#calls.get(id);
    return call === undefined || call.isBareText || call.ended ? [] : this.#write(call, json);
  }

  #write(call: OpenCall, json: string): readonly StreamChunk[] {
    if (json === "") return [];
    call.json += json;
    return [{ type: "tool-input-delta", index: call.index, json }];
  }

  /** A call that is whole: the one that came in pieces, or one that comes at once. */
  #wholeCall(id: string, part: JsonRecord): readonly StreamChunk[] {
    if (part.providerExecuted === true || this.#notOurs.has(id)) return [];
    const start = this.#startCall(id, part);
    const call = this.#calls.get(id);
    if (call === undefined || call.ended) return start;
    call.ended = true;
    const { index } = call;
    const metadata = metadataIn(part.providerMetadata);
    const end: StreamChunk = {
      type: "tool-input-end",
      index,
      ...(metadata && { signature: this.#seal({ metadata }) }),
    };
    const whole = typeof part.input === "string" ? part.input : jsonOf(part.input ?? {});
    if (call.json === "" && isEmpty(whole)) {
      this.#bare = [end];
      return start;
    }
    const rest = whole.startsWith(call.json) ? this.#write(call, whole.slice(call.json.length)) : [];
    return isWhole(call.json) ? [...start, ...rest, end] : [...start, ...rest];
  }

  #takeBare(): readonly StreamChunk[] {
    const bare = this.#bare;
    this.#bare = [];
    return bare;
  }

  #finish(part: JsonRecord): readonly StreamChunk[] {
    const finish = finishOf(part.finishReason);
    const chunks: StreamChunk[] = [...this.#thoughts.keys()].flatMap((id) => this.#endThought(id));
    if (finish && !CUT.has(finish.reason)) chunks.push(...this.#takeBare());
    const usage = usageOf(part, providerFact(this.#provider).cacheApart ?? false);
    if (Object.keys(usage).length > 0) chunks.push({ type: "usage", usage });
    if (finish) chunks.push(finish);
    return chunks;
  }

  #seal(value: object): string {
    return sealSignature(this.#origin, jsonOf(value));
  }
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function metadataIn(value: unknown): JsonRecord | undefined {
  const metadata = recordIn(value);
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}

/** No arguments, as packages write it. */
function isEmpty(json: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(json);
}

/** A call that a limit cut is said to be whole, too. */
function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** The words of the specifications for the end of an answer that are ours, too. */
const FINISH_REASONS: ReadonlySet<string> = new Set<FinishReason>([
  "stop",
  "tool-calls",
  "length",
  "content-filter",
  "error",
]);

const CUT: ReadonlySet<FinishReason> = new Set(["length", "content-filter", "error"]);

/** A word up to v2, since then also the word that was on the wire. */
function finishOf(reason: unknown): Extract<StreamChunk, { type: "finish" }> | undefined {
  // In v2 nobody says `other` who was told nothing: that is `unknown`.
  const { unified, raw } =
    typeof reason === "string" ? { unified: reason, raw: reason === "other" ? reason : undefined } : recordIn(reason);
  const said = typeof raw === "string" && raw !== "" ? { raw } : {};
  if (isFinishReason(unified)) return { type: "finish", reason: unified, ...said };
  return "raw" in said ? { type: "finish", reason: "unknown", ...said } : undefined;
}

function isFinishReason(word: unknown): word is FinishReason {
  return typeof word === "string" && FINISH_REASONS.has(word);
}
