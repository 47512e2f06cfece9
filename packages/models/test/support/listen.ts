import { ModelError, type ModelRequest } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { expect } from "vitest";
import type { ConnectedModel } from "../../src/index.js";
import { foldChunks } from "./read-answer.js";
import { request } from "./requests.js";

export const EVENTS = { "content-type": "text/event-stream" };
/** An event of a stream. */
export const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
/** An event that says something. */
export const said = (content: string) => event({ choices: [{ index: 0, delta: { content } }] });
/** The end of an answer. */
export const STOP = `${event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`;

/** All that a client says, with the error it ends in. */
export async function listen(
  { client }: ConnectedModel,
  signal = new AbortController().signal,
  asked: ModelRequest = request(),
): Promise<{ chunks: StreamChunk[]; error?: unknown }> {
  const chunks: StreamChunk[] = [];
  try {
    for await (const chunk of client.stream(asked, { signal })) chunks.push(chunk);
  } catch (error) {
    return { chunks, error };
  }
  return { chunks };
}

/** The text of an answer that comes whole. */
export async function textOf(model: ConnectedModel): Promise<string | undefined> {
  const { chunks, error } = await listen(model);
  expect(error).toBeUndefined();
  return foldChunks(chunks).text;
}

/** The error in which an answer ends. */
export async function errorOf(model: ConnectedModel): Promise<ModelError> {
  const { error } = await listen(model);
  expect(error).toBeInstanceOf(ModelError);
  return error as ModelError;
}
