import { type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import { onTestFinished } from "vitest";
import { type Bridge, type RequestSummary, startBridge } from "../../../src/index.js";

type Options = Parameters<typeof startBridge>[0];

/** A bridge before a model server that plays these answers. Both end with the test. */
export interface Started {
  upstream: ModelServer;
  bridge: Bridge;
  /** What it told of its requests. */
  summaries: RequestSummary[];
  /** The first summary, as soon as it is told. */
  summary: Promise<RequestSummary>;
}

export async function start(answers: Scenario["answers"], options: Partial<Options> = {}): Promise<Started> {
  const upstream = await startModelServer({ scenario: { answers, prefix: "report" }, judge: "off" });
  const summaries: RequestSummary[] = [];
  const { promise: summary, resolve } = deferred<RequestSummary>();
  const bridge = await startBridge({
    upstream: `${upstream.url}/v1`,
    onRequest(told) {
      summaries.push(told);
      resolve(told);
    },
    ...options,
  });
  onTestFinished(async () => {
    await upstream.close();
    await bridge.close({ graceMs: 0 });
  });
  return { upstream, bridge, summaries, summary };
}

/** A promise and who resolves it. */
export function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** A question in the form of each wire, by its path. */
export const QUESTIONS = {
  "/v1/chat/completions": { model: "any", messages: [{ role: "user", content: "Hi" }] },
  "/v1/messages": { model: "any", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] },
  "/v1/responses": { model: "any", input: "Hi" },
} as const;

export const PATHS = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];

/** Asks the bridge. */
export function ask(
  bridge: Bridge,
  path: keyof typeof QUESTIONS = "/v1/chat/completions",
  { stream = false, ...init }: RequestInit & { stream?: boolean } = {},
): Promise<Response> {
  return fetch(`${bridge.url}${path}`, {
    method: "POST",
    body: JSON.stringify({ ...QUESTIONS[path], stream }),
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  });
}
