import { once } from "node:events";
import { request } from "node:http";
import { Worker } from "node:worker_threads";
import {
  AnthropicMessagesDecoder,
  createModelClient,
  OllamaChatDecoder,
  OpenAiChatDecoder,
  OpenAiResponsesDecoder,
  type StreamDecoder,
} from "@millrace/models";

const DELTAS = 262_144;
/** As a socket hands it out. */
const READ_BYTES = 65_536;
const ROUNDS = 7;
/** Against the plain loop. Source: DESIGN 10, text1m. */
const BUDGET = 1.5;

const OPENAI = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"abc "},"finish_reason":null}]}\n\n`;
const OPENAI_END = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
const OLLAMA = `{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"abc "},"done":false}\n`;
const RESPONSES = `event: response.output_text.delta\ndata: {"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"abc ","sequence_number":1}\n\n`;
const RESPONSES_END = `event: response.completed\ndata: {"type":"response.completed","response":{"status":"completed"}}\n\n`;
const ANTHROPIC = `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"abc "}}\n\n`;
const ANTHROPIC_END = `event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n`;
const OLLAMA_END = `{"model":"m","done":true,"done_reason":"stop"}\n`;

/**
 * 262,144 deltas of 4 characters through our readers and through a plain loop that cuts lines and parses them: from
 * memory, and over HTTP on loopback. Best of seven rounds, interleaved. False if ours takes more than 1.5 times as long.
 */
export async function benchModelsStream(print: (line: string) => void): Promise<boolean> {
  print("| what | plain loop ms | ours ms | ratio | deltas/s |");
  print("| --- | --- | --- | --- | --- |");
  let kept = true;
  const row = (what: string, plain: number, ours: number) => {
    kept &&= ours <= plain * BUDGET;
    const cells = [
      what,
      plain.toFixed(0),
      ours.toFixed(0),
      (ours / plain).toFixed(2),
      ((DELTAS / ours) * 1000).toFixed(0),
    ];
    print(`| ${cells.join(" | ")} |`);
  };

  const openAi = encode(OPENAI, OPENAI_END);
  row(
    "chat completions, from memory",
    ...(await race(
      () => plainLoop(openAi),
      () => decode(new OpenAiChatDecoder(), openAi),
    )),
  );
  const responses = encode(RESPONSES, RESPONSES_END);
  row(
    "responses, from memory",
    ...(await race(
      () => plainLoop(responses),
      () => decode(new OpenAiResponsesDecoder(), responses),
    )),
  );
  const anthropic = encode(ANTHROPIC, ANTHROPIC_END);
  row(
    "Anthropic, from memory",
    ...(await race(
      () => plainLoop(anthropic),
      () => decode(new AnthropicMessagesDecoder(), anthropic),
    )),
  );
  const ollama = encode(OLLAMA, OLLAMA_END);
  row(
    "Ollama, from memory",
    ...(await race(
      () => plainLoop(ollama),
      () => decode(new OllamaChatDecoder(), ollama),
    )),
  );

  const server = new Worker(SERVER, { eval: true, workerData: { body: openAi } });
  const [port] = await once(server, "message");
  const url = `http://127.0.0.1:${port}`;
  row(
    "chat completions, over HTTP",
    ...(await race(
      () => plainHttp(url),
      () => clientHttp(url),
    )),
  );
  await server.terminate();
  return kept;
}

function encode(delta: string, end: string): Uint8Array {
  return new TextEncoder().encode(delta.repeat(DELTAS) + end);
}

/** Best times of both, run in turns. */
async function race(
  plain: () => number | Promise<number>,
  ours: () => number | Promise<number>,
): Promise<[number, number]> {
  let bestPlain = Number.POSITIVE_INFINITY;
  let bestOurs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    bestPlain = Math.min(bestPlain, await timed(plain));
    bestOurs = Math.min(bestOurs, await timed(ours));
  }
  return [bestPlain, bestOurs];
}

async function timed(run: () => number | Promise<number>): Promise<number> {
  const start = performance.now();
  const characters = await run();
  if (characters !== DELTAS * 4) throw new Error(`Read ${characters} characters of ${DELTAS * 4}.`);
  return performance.now() - start;
}

function plainReader(): (text: string) => number {
  let rest = "";
  return (text) => {
    let characters = 0;
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "" || line === "data: [DONE]" || line.startsWith("event: ")) continue;
      const value = JSON.parse(line.startsWith("data: ") ? line.slice(6) : line);
      const { choices, message, delta } = value;
      const text = typeof delta === "string" ? delta : delta?.text;
      characters += (choices?.[0]?.delta?.content ?? message?.content ?? text ?? "").length;
    }
    return characters;
  };
}

function plainLoop(bytes: Uint8Array): number {
  const text = new TextDecoder();
  const read = plainReader();
  let characters = 0;
  for (let at = 0; at < bytes.length; at += READ_BYTES) {
    characters += read(text.decode(bytes.subarray(at, at + READ_BYTES), { stream: true }));
  }
  return characters;
}

function decode(decoder: StreamDecoder, bytes: Uint8Array): number {
  let characters = 0;
  for (let at = 0; at < bytes.length; at += READ_BYTES) {
    for (const chunk of decoder.push(bytes.subarray(at, at + READ_BYTES))) {
      if (chunk.type === "text-delta") characters += chunk.text.length;
    }
  }
  return characters;
}

function plainHttp(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = plainReader();
    let characters = 0;
    request(`${url}/v1/chat/completions`, { method: "POST" }, (response) => {
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        characters += read(text);
      });
      response.on("end", () => resolve(characters));
    })
      .on("error", reject)
      .end("{}");
  });
}

async function clientHttp(url: string): Promise<number> {
  const { client } = createModelClient({ model: "m", baseUrl: url, env: {} });
  let characters = 0;
  const asked = { system: "", messages: [], tools: [] };
  for await (const chunk of client.stream(asked, { signal: new AbortController().signal })) {
    if (chunk.type === "text-delta") characters += chunk.text.length;
  }
  return characters;
}

const SERVER = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const { body } = workerData;
const SIZE = 16384;
createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  let at = 0;
  const send = () => {
    while (at < body.length) {
      const more = response.write(body.subarray(at, at + SIZE));
      at += SIZE;
      if (!more) return;
    }
    response.end();
  };
  response.on("drain", send);
  send();
}).listen(0, "127.0.0.1", function () { parentPort.postMessage(this.address().port); });
`;
