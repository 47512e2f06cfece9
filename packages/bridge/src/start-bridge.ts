import { createServer, type RequestListener, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { systemClock } from "@millrace/agent";
import { InvalidOptionError } from "@millrace/protocol";
import type { Hono } from "hono";
import type { BridgeOptions, ListenOptions } from "./bridge-options.js";
import {
  GRACE_MS,
  HEADERS_MS,
  IDLE_CONNECTION_MS,
  LAST_WORDS_MS,
  MAX_BODY_BYTES,
  MAX_HEADER_BYTES,
  REQUEST_MS,
  STALLED_CLIENT_MS,
  TCP_KEEP_ALIVE_MS,
} from "./limits.js";
import { Refusal } from "./refusal.js";
import { assembleBridge } from "./server/assemble-bridge.js";
import { Connections } from "./server/connections.js";
import { isLoopback } from "./server/loopback.js";
import { type UpstreamState, upstreamState } from "./upstream/upstream-state.js";

/** A bridge that listens. */
export interface Bridge {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  url: string;
  /** Asks the upstream what there is. Takes 4 s at most; never rejects for what the upstream does. */
  upstream(): Promise<UpstreamState>;
  /**
   * Takes no more requests, and resolves when those under way are over. After `graceMs` (default 20 s) these are given up:
   * their clients are told so in their own format. Nothing listens then, and no connection or timer is left.
   */
  close(options?: { graceMs?: number }): Promise<void>;
}

/**
 * Starts a bridge.
 *
 * @throws InvalidOptionError where the upstream, the dialect or the token cannot be what was named, the package of its
 *   model is not installed, or it would listen for other machines without a token; rejects with the system's error where it cannot listen
 * @example
 * const bridge = await startBridge({ upstream: "http://127.0.0.1:8080/v1", model: "qwen3-coder", mode: "text" });
 * const client = new OpenAI({ baseURL: `${bridge.url}/v1`, apiKey: "none" });
 */
export async function startBridge({
  host = "127.0.0.1",
  port = 0,
  insecure,
  ...given
}: BridgeOptions & ListenOptions): Promise<Bridge> {
  if (!isLoopback(host) && given.token === undefined && !insecure) throw openToAll(host);
  const options: BridgeOptions = { names: insecure ? "any" : "loopback", ...given };
  const { clock = systemClock, maxBodyBytes = MAX_BODY_BYTES, model } = options;
  const { app, traffic, upstream, models } = assembleBridge(options);
  // A server may come later; a package that is not installed will not.
  if (model !== undefined) await upstream.connect(model).load();
  const server = serverFor(app, { host, maxBodyBytes });
  const connections = new Connections(server);
  await listening(server, { host, port });
  const url = urlOf(server);
  const pause = (ms: number): { over: Promise<void>; stop(): void } => {
    let stop = () => {};
    const over = new Promise<void>((resolve) => {
      stop = clock.timer(ms, resolve);
    });
    return { over, stop };
  };
  return {
    url,
    upstream: () => upstreamState(upstream, models, model),
    async close({ graceMs = GRACE_MS } = {}) {
      traffic.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      connections.close();
      const grace = pause(graceMs);
      await Promise.race([closed, grace.over]);
      grace.stop();
      traffic.end(stopped());
      const lastWords = pause(LAST_WORDS_MS);
      await Promise.race([closed, lastWords.over]);
      lastWords.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}

function serverFor(app: Hono, { host, maxBodyBytes }: { host: string; maxBodyBytes: number }): Server {
  const answer = getRequestListener(app.fetch, { hostname: host, overrideGlobalObjects: false });
  const listener: RequestListener = (incoming, outgoing) => void answer(incoming, outgoing);
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAlive: true,
      keepAliveInitialDelay: TCP_KEEP_ALIVE_MS,
    },
    listener,
  );
  server.timeout = STALLED_CLIENT_MS;
  // Whoever asks first whether it may send its body is not asked for one that is too long.
  server.on("checkContinue", (incoming, outgoing) => {
    if (!(Number(incoming.headers["content-length"]) > maxBodyBytes)) outgoing.writeContinue();
    server.emit("request", incoming, outgoing);
  });
  return server;
}

function listening(server: Server, at: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(at, () => {
      server.off("error", reject);
      // Without a listener the error of one connection that could not be taken would end the process.
      server.on("error", (error) => process.emitWarning(error));
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The bridge listens on no port.");
  return `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

function openToAll(host: string): InvalidOptionError {
  return new InvalidOptionError(
    "token",
    `On ${host} other machines reach the bridge, and with it your model server and its key: give \`token\`. Where everybody who can reach it may use it, give \`insecure\`.`,
  );
}

function stopped(): Refusal {
  const message = "The bridge went down before the answer was over.";
  return new Refusal({ status: 503, kind: "overloaded", message, retryAfterSeconds: 1 });
}
