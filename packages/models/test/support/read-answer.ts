import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import type { StreamDecoder } from "../../src/index.js";

/** What an answer comes to, however its bytes were cut. */
export interface ReadAnswer {
  text: string;
  reasoning: string;
  signatures: string[];
  calls: { id?: string; name?: string; json: string; ended?: true }[];
  usage?: Usage;
  finish?: FinishReason;
  raw?: string;
  failure?: string;
}

export function foldChunks(chunks: readonly StreamChunk[]): ReadAnswer {
  const answer: ReadAnswer = { text: "", reasoning: "", signatures: [], calls: [] };
  const callAt = (index: number) => {
    const call = answer.calls[index];
    if (!call) throw new Error(`Call ${index} was not started.`);
    return call;
  };
  for (const chunk of chunks) {
    if (chunk.type === "text-delta") answer.text += chunk.text;
    else if (chunk.type === "reasoning-delta") {
      answer.reasoning += chunk.text;
      if (chunk.signature !== undefined) answer.signatures.push(chunk.signature);
    } else if (chunk.type === "tool-input-start") {
      answer.calls[chunk.index] = {
        json: "",
        ...(chunk.providerCallId !== undefined && { id: chunk.providerCallId }),
        ...(chunk.name !== undefined && { name: chunk.name }),
      };
    } else if (chunk.type === "tool-input-delta") callAt(chunk.index).json += chunk.json;
    else if (chunk.type === "tool-input-end") {
      callAt(chunk.index).ended = true;
      if (chunk.signature !== undefined) answer.signatures.push(chunk.signature);
    } else if (chunk.type === "usage") answer.usage = chunk.usage;
    else if (chunk.type === "finish") {
      answer.finish = chunk.reason;
      if (chunk.raw !== undefined) answer.raw = chunk.raw;
    }
  }
  return answer;
}

/** Feeds the pieces and folds what comes out. */
export function readPieces(decoder: StreamDecoder, pieces: readonly Uint8Array[]): ReadAnswer {
  const chunks = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  return { ...foldChunks(chunks), ...(decoder.failure && { failure: decoder.failure.body }) };
}

/** One answer, fed whole. */
export function readWhole(decoder: StreamDecoder, body: string): ReadAnswer {
  return readPieces(decoder, [new TextEncoder().encode(body)]);
}

/** Cuts bytes at the given places; places beyond the end or repeated are harmless. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return sorted.slice(1).map((end, at) => bytes.subarray(sorted[at], end));
}
