import { serve } from "@hono/node-server";
import type { BridgeOptions, ListenOptions } from "./bridge-options.js";
import { createBridgeApp } from "./server/create-app.js";

/** A bridge that listens. */
export interface Bridge {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  /** Takes no more requests, and resolves when those under way are over. */
  close(): Promise<void>;
}

/**
 * Starts a bridge.
 *
 * @throws InvalidOptionError where the upstream cannot be what was named; rejects where it cannot listen
 * @example
 * const bridge = await startBridge({ upstream: "http://127.0.0.1:8080/v1", model: "qwen3-coder", mode: "text" });
 * const client = new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: "none" });
 */
export async function startBridge({
  host = "127.0.0.1",
  port = 0,
  ...options
}: BridgeOptions & ListenOptions): Promise<Bridge> {
  const app = createBridgeApp(options);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port, overrideGlobalObjects: false }, (address) => {
      const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
      resolve({
        url: `http://${name}:${address.port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
    server.once("error", reject);
  });
}
