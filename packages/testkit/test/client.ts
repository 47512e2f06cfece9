import { onTestFinished } from "vitest";
import { type ModelServer, type ModelServerOptions, type Scenario, startModelServer } from "../src/index.js";

/** A server that is closed when the test is over. */
export async function serve(
  scenario: Scenario,
  options: Omit<ModelServerOptions, "scenario"> = {},
): Promise<ModelServer> {
  const server = await startModelServer({ scenario, ...options });
  onTestFinished(() => server.close());
  return server;
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
