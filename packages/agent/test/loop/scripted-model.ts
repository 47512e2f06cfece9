import type { StreamChunk } from "@millrace/protocol";
import type { ModelClient, ModelRequest, StreamOptions } from "../../src/model-client.js";
import { ModelError, type ModelErrorFacts } from "../../src/model-error.js";

/** What the model does next: a chunk, an error that is thrown, a promise that is waited for, or news of its connection. */
export type Step = StreamChunk | Error | Promise<unknown> | { type: "connection"; phase: "connect" | "first-byte" };

/** A model client that plays answers, one a request, and keeps the requests. It listens to its signal as clients do. */
export class ScriptedModel implements ModelClient {
  readonly id = "test/model";
  readonly requests: ModelRequest[] = [];
  /** Streams that were let go of before they ended. */
  closed = 0;
  readonly #answers: readonly (readonly Step[])[];

  constructor(...answers: readonly (readonly Step[])[]) {
    this.#answers = answers;
  }

  async *stream(request: ModelRequest, { signal, onPhase }: StreamOptions): AsyncIterable<StreamChunk> {
    const steps = this.#answers[Math.min(this.requests.length, this.#answers.length - 1)] ?? [];
    this.requests.push(request);
    const stopped = aborted(signal);
    let whole = false;
    try {
      for (const step of steps) {
        if (signal.aborted) throw signal.reason;
        if (step instanceof Error) throw step;
        if (step instanceof Promise) await Promise.race([step, stopped]);
        else if (step.type === "connection") onPhase?.(step.phase);
        else yield step;
      }
      whole = true;
    } finally {
      if (!whole) this.closed++;
    }
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  promise.catch(() => {});
  return promise;
}

/** A whole answer in text, in pieces of `size` characters. */
export function says(text: string, size = 7, reason: "stop" | "length" = "stop"): StreamChunk[] {
  return [...pieces(text, size), { type: "finish", reason }];
}

export function pieces(text: string, size = 7): StreamChunk[] {
  const chunks: StreamChunk[] = [];
  for (let at = 0; at < text.length; at += size) chunks.push({ type: "text-delta", text: text.slice(at, at + size) });
  return chunks;
}

/** A native call, its arguments in pieces. */
export function callsTool(
  index: number,
  name: string,
  input: unknown,
  providerCallId = `call-${index}`,
): StreamChunk[] {
  const json = JSON.stringify(input);
  const half = Math.ceil(json.length / 2);
  return [
    { type: "tool-input-start", index, providerCallId, name },
    { type: "tool-input-delta", index, json: json.slice(0, half) },
    { type: "tool-input-delta", index, json: json.slice(half) },
  ];
}

/** A call as the `cline` dialect writes it. */
export function writesCall(name: string, params: Record<string, string>): string {
  const inner = Object.entries(params).map(([key, value]) => `<${key}>${value}</${key}>\n`);
  return `<${name}>\n${inner.join("")}</${name}>`;
}

export function modelError(facts: Partial<ModelErrorFacts> = {}, message = "It broke."): ModelError {
  return new ModelError(message, {
    kind: "network",
    phase: "connect",
    retryable: true,
    provider: "test",
    remedy: "Try again.",
    ...facts,
  });
}
