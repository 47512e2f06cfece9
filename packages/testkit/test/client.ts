import { type IncomingHttpHeaders, request } from "node:http";
import { onTestFinished, vi } from "vitest";
import { type ModelServer, type ModelServerOptions, type Scenario, startModelServer, type Wire } from "../src/index.js";

/** A server that is closed when the test is over. */
export async function serve(
  scenario: Scenario,
  options: Omit<ModelServerOptions, "scenario"> = {},
): Promise<ModelServer> {
  const server = await startModelServer({ scenario, ...options });
  onTestFinished(() => server.close());
  return server;
}

/**
 * From here to the end of the test outages last until the returned function has let so many milliseconds pass: who asks
 * is refused, however slow the machine. All other waits of a server take their time.
 */
export function outageClock(): (ms: number) => void {
  // Only the end of an outage is a timer of its own; other waits are promises of node:timers.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

export const HELLO = { model: "m", messages: [{ role: "user", content: "Hello." }] };

export function post(url: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(url, { method: "POST", headers, body: typeof body === "string" ? body : JSON.stringify(body), ...init });
}

export function chat(server: ModelServer, body: object = HELLO, init?: RequestInit): Promise<Response> {
  return post(`${server.url}/v1/chat/completions`, { ...body, stream: true }, init);
}

export function ollama(server: ModelServer, body: object = HELLO, init?: RequestInit): Promise<Response> {
  return post(`${server.url}/api/chat`, body, init);
}

/** A request to /v1/messages with the headers and the limit that Anthropic's API wants. */
export function anthropic(server: ModelServer, body: object = HELLO, init: RequestInit = {}): Promise<Response> {
  const headers = { "content-type": "application/json", "x-api-key": "sk-test", "anthropic-version": "2023-06-01" };
  return post(`${server.url}/v1/messages`, { max_tokens: 1024, stream: true, ...body }, { headers, ...init });
}

/** A request to /v1/responses. */
export function responses(
  server: ModelServer,
  body: object = { model: "m", input: "Hello." },
  init?: RequestInit,
): Promise<Response> {
  return post(`${server.url}/v1/responses`, { stream: true, ...body }, init);
}

/** The data of each event; `[DONE]` stays a text. */
export function eventsOf(body: string): unknown[] {
  return body
    .split("\n\n")
    .map((event) => event.slice(event.lastIndexOf("data: ")))
    .filter((event) => event.startsWith("data: "))
    .map((event) => event.slice("data: ".length))
    .map((data) => (data === "[DONE]" ? data : JSON.parse(data)));
}

export function linesOf(body: string): unknown[] {
  return body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The body in the pieces that arrived, and the error that ended it, if one did. */
export async function drain(response: Response): Promise<{ pieces: Buffer[]; error: unknown }> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece));
    return { pieces, error: undefined };
  } catch (error) {
    return { pieces, error };
  }
}

/** The system's name for what went wrong, somewhere down the causes. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

const PATHS: Readonly<Record<Wire, string>> = {
  "chat-completions": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  ollama: "/api/chat",
  anthropic: "/v1/messages",
};

/** An answer as it comes in, byte for byte. */
export interface Receiving {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  readonly pieces: Buffer[];
  /** How it ended: `done`, `reset`, `closed`, `hung-up` (this client did), else the code of the error. */
  readonly end: Promise<string>;
  hangUp(): void;
}

/**
 * Asks for a stream over a connection of its own, and keeps all that comes: Node's fetch throws away what it has not handed
 * on when the socket dies. A reset that comes in one turn with bytes before it is seen as `closed` (libuv takes it for
 * their end), so on a busy machine a reset can be either.
 */
export function receive(server: ModelServer, wire: Wire): Receiving {
  const headers = { "content-type": "application/json", "x-api-key": "sk-test", "anthropic-version": "2023-06-01" };
  const asked = request(server.url + PATHS[wire], { method: "POST", headers, agent: false });
  let resolve: (end: string) => void = () => {};
  const end = new Promise<string>((settle) => {
    resolve = settle;
  });
  const hangUp = () => {
    resolve("hung-up");
    asked.destroy();
  };
  const receiving: Receiving = { status: undefined, headers: {}, pieces: [], end, hangUp };
  const fail = (error: Error) => resolve(endOf(error));
  asked.on("error", fail).on("response", (response) => {
    receiving.status = response.statusCode;
    receiving.headers = response.headers;
    response.on("data", (piece: Buffer) => receiving.pieces.push(piece));
    response.on("end", () => resolve("done")).on("error", fail);
  });
  asked.end(JSON.stringify({ max_tokens: 1024, stream: true, ...HELLO }));
  return receiving;
}

function endOf(error: Error): string {
  const code = codeOf(error) ?? String(error);
  if (code !== "ECONNRESET") return code;
  // Node calls a connection that was closed too early by the same code, but nothing failed to be read.
  return "syscall" in error ? "reset" : "closed";
}
