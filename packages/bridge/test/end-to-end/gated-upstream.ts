import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type BridgeOptions, startBridge } from "@millrace/bridge";
import { onTestFinished } from "vitest";
import { gate } from "./gate.js";

/** A server of chat completions whose answer is held until it is let go. Ends with the test. */
export interface GatedUpstream {
  /** Starts a bridge before it and gives its address. Ends with the test, too. */
  bridge(options: Partial<BridgeOptions>): Promise<string>;
  /** Lets the rest come. */
  open(): void;
}

/** @param before pieces of text that come at once · @param after those that come when the gate is opened, and then the end */
export async function startGatedUpstream(before: readonly string[], after: readonly string[]): Promise<GatedUpstream> {
  const held = gate();
  const url = await startUpstream(async (response) => {
    for (const piece of before) response.write(textChunk(piece));
    await held.passed;
    for (const piece of after) response.write(textChunk(piece));
    response.end(END);
  });
  return { bridge: (options) => startBridgeTo(url, options), open: held.open };
}

export function textChunk(content: string): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
}

export const END = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

/** A server of chat completions that answers so to a request with this body. Ends with the test. */
export async function startUpstream(
  answer: (response: ServerResponse, body: string) => Promise<void> | void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("content-type", "text/event-stream");
    await answer(response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

export async function startBridgeTo(upstream: string, options: Partial<BridgeOptions>): Promise<string> {
  const bridge = await startBridge({ upstream, provider: "custom", env: {}, ...options });
  onTestFinished(() => bridge.close());
  return bridge.url;
}
