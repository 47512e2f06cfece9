import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { BodyWriter } from "./body-writer.js";
import { endBadly } from "./end-badly.js";
import type { ReceivedRequest, Wire } from "./model-request.js";
import type { Answer, BadEnd } from "./scenario.js";
import { TestkitError } from "./testkit-error.js";
import { contentLimit } from "./wires/answer-parts.js";
import { anthropicMessagesWriter } from "./wires/anthropic-messages.js";
import { chatCompletionsWriter } from "./wires/chat-completions.js";
import { UNFRAMED, type WireWriter } from "./wires/frame.js";
import { ollamaChatWriter } from "./wires/ollama-chat.js";
import { openAiResponsesWriter } from "./wires/openai-responses.js";

const WRITERS: Readonly<
  Record<Wire, (answer: Answer, request: ReceivedRequest, limit: number | undefined) => WireWriter>
> = {
  "chat-completions": chatCompletionsWriter,
  "openai-responses": openAiResponsesWriter,
  ollama: ollamaChatWriter,
  anthropic: anthropicMessagesWriter,
};

/**
 * Sends one answer, at its pace, with its fault. Back-pressure is obeyed: no more is made than the reader takes.
 * Rejects with an AbortError when `signal` fires (the client hung up, the server closes). O(bytes sent).
 */
export async function playAnswer(
  answer: Answer,
  request: ReceivedRequest,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<"answered" | "fault"> {
  const fault = badEndOf(answer);
  const writer = writerFor(answer, request);
  const body = new BodyWriter(response, signal, answer, byteOf(fault));
  const pause = async (ms: number | undefined) => {
    if (ms !== undefined) await wait(ms, undefined, { signal });
  };
  const endWith = (end: BadEnd) => endBadly(end, response, { body, asides: writer, wire: request.wire }, signal);

  await pause(answer.headersAfterMs);
  if (fault?.at === "before-headers") return endWith(fault);

  response.writeHead(answer.status ?? 200, headersOf(answer, writer));
  response.flushHeaders();
  if (fault?.at === "after-headers") return endWith(fault);
  await pause(answer.firstByteAfterMs);

  for (const frame of writer.frames()) {
    if ("waitMs" in frame) {
      await body.flush();
      await pause(frame.waitMs);
    } else {
      await body.add(frame.data);
      if (frame.piece && answer.paceMs !== undefined) {
        await body.flush();
        await pause(answer.paceMs);
      }
    }
    if (body.full) break;
  }
  await body.flush();
  if (fault !== undefined) return endWith(fault);
  await body.end();
  return "answered";
}

/** What a function makes is not checked before: it comes too late to refuse a connection. */
function badEndOf({ fault }: Answer): BadEnd | undefined {
  if (fault?.end !== "refuse") return fault;
  throw new TestkitError("invalid_scenario", "fault.end: a function cannot refuse the connection that asked it.");
}

function headersOf({ headers = {}, encoding }: Answer, writer: WireWriter): Record<string, string> {
  const given = Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
  return {
    "content-type": writer.contentType,
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
    ...Object.fromEntries(given),
  };
}

/** HTTP's dates know no parts of a second: the next whole one, so that a client does not come too early. */
function textOf(value: string | { dateInMs: number }): string {
  if (typeof value === "string") return value;
  return new Date(Math.ceil((Date.now() + value.dateInMs) / 1_000) * 1_000).toUTCString();
}

function writerFor(answer: Answer, request: ReceivedRequest): WireWriter {
  if (answer.body !== undefined || (answer.status ?? 200) !== 200) {
    const { body = "" } = answer;
    const data = typeof body === "string" ? body : JSON.stringify(body);
    return {
      ...UNFRAMED,
      contentType: typeof body === "string" ? "text/plain; charset=utf-8" : "application/json",
      frames: () => [{ data, piece: false }],
    };
  }
  return WRITERS[request.wire](answer, request, contentLimit(answer));
}

function byteOf(fault: BadEnd | undefined): number {
  return typeof fault?.at === "object" && "byte" in fault.at ? fault.at.byte : Number.POSITIVE_INFINITY;
}
