import type { ClientRequest, IncomingMessage } from "node:http";
import type { RequestOptions } from "node:https";
import { pipeline, type Readable } from "node:stream";
import type { StreamOptions } from "@millrace/agent";
import { bytesOf } from "./bytes-of.js";
import { DRAIN_MS, type MAX_IDLE_MS } from "./limits.js";
import { responseHeaders } from "./response-headers.js";
import type { Connector } from "./route/connector.js";
import { connectorFor } from "./route/connector-for.js";
import { closeIdle, noteIdle } from "./route/idle-connections.js";
import { ProxyError } from "./route/proxy-error.js";
import type { Route } from "./route/route.js";
import { TransportError } from "./transport-error.js";

/** One request. */
export interface HttpCall {
  method: "GET" | "POST";
  url: URL;
  /** How it travels there. */
  route: Route;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  /** Told when a connection is begun and when it stands; of a kept one, nothing, unless it leads through a proxy. */
  onPhase?: StreamOptions["onPhase"];
}

/** An answer whose head has come. */
export interface HttpAnswer {
  status: number;
  /** Names in lower case; values of one name joined by `, `. */
  headers: Readonly<Record<string, string>>;
  /** Read it once. Leaving it early closes the connection, so that a server stops generating. */
  body: AsyncIterable<Uint8Array>;
  /** What is left of the body does not matter: leaving it now keeps the connection for the next request. */
  release(): void;
}

/**
 * The one place where this package touches the network. Resolves when the head of the answer is there, whatever its
 * status. Throws `TransportError` where there is no answer or the body breaks off, and the signal's reason on abort,
 * which closes the socket at once. Has no time limit: the only timers are the caller's. Follows no redirect, so a key
 * goes nowhere but to the address it was given for.
 *
 * It stands on `node:http`, not on `fetch`: measured on Node 20, the first request leaves after 2 ms instead of 24,
 * there is no 300 s limit to take off, and reading in paused mode joins what came in many small pieces.
 * Proxies and certificates are the route's matter; what is promised here holds through them. Idle connections keep no
 * process alive, and are not used again after {@link MAX_IDLE_MS}.
 */
export async function openStream(call: HttpCall): Promise<HttpAnswer> {
  for (;;) {
    call.signal.throwIfAborted();
    const connector = await connectorFor(call.url, call.route);
    call.signal.throwIfAborted();
    closeIdle(connector.agent);
    const request = connector.begin(call.url, requestOptions(call), call.signal);
    try {
      return await answerOf(request, connector, call);
    } catch (error) {
      call.signal.throwIfAborted();
      // A kept connection that the server closed meanwhile: nobody saw the request, the next try takes another one.
      if (request.reusedSocket && error instanceof TransportError && STALE.has(error.causeCode)) continue;
      throw error;
    }
  }
}

const STALE = new Set<string | undefined>(["ECONNRESET", "EPIPE"]);

function requestOptions({ method, headers, body }: HttpCall): RequestOptions {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return { method, headers: { "user-agent": "millrace", ...headers, "accept-encoding": "identity", ...length } };
}

function answerOf(
  request: ClientRequest,
  { upOn, leadsTo }: Connector,
  { signal, body, onPhase }: HttpCall,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let connected = false;
    const abort = () => {
      request.destroy();
      reject(signal.reason);
    };
    const up = () => {
      connected = true;
      onPhase?.("first-byte");
    };
    signal.addEventListener("abort", abort, { once: true });
    // It comes when the connection is up, and may be long on its way there.
    if (upOn === "socket") onPhase?.("connect");
    request.once("socket", (socket) => {
      if (upOn === "socket") up();
      else if (request.reusedSocket) connected = true;
      else {
        onPhase?.("connect");
        socket.once(upOn, up);
      }
    });
    // Stays: an error after the head reaches the reader through the response, and must not be unhandled here.
    request.on("error", (cause) => {
      signal.removeEventListener("abort", abort);
      const atProxy = !connected && leadsTo === "proxy";
      reject(new TransportError(atProxy ? new ProxyError(cause) : cause, connected));
    });
    request.once("response", (response) => {
      signal.removeEventListener("abort", abort);
      const { socket } = response;
      response.once("end", () => noteIdle(socket));
      // From here on what goes wrong is the reader's: the head has come.
      resolve(openedAnswer(request, response, signal));
    });
    request.end(body);
  });
}

async function openedAnswer(
  request: ClientRequest,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  let released = false;
  let broken: unknown;
  // What is not HTTP is said to the request; of the response it is only said that it was aborted.
  request.once("error", (cause) => {
    broken = cause;
  });
  const headers = responseHeaders(response);
  const plain = await decoded(response, headers["content-encoding"]);

  async function* read(): AsyncGenerator<Uint8Array, void, void> {
    const abort = () => request.destroy();
    signal.addEventListener("abort", abort, { once: true });
    try {
      signal.throwIfAborted();
      for await (const bytes of bytesOf(plain)) {
        signal.throwIfAborted();
        yield bytes;
      }
    } catch (cause) {
      signal.throwIfAborted();
      throw new TransportError(broken ?? cause, true);
    } finally {
      signal.removeEventListener("abort", abort);
      if (!response.readableEnded) {
        if (released && !signal.aborted) drain(request, response);
        else request.destroy();
      }
    }
  }

  return {
    status: response.statusCode ?? 0,
    headers,
    body: read(),
    release: () => {
      released = true;
    },
  };
}

/** Reads the rest away, so that the connection can be used again; not for long, and without keeping the process up. */
function drain(request: ClientRequest, response: IncomingMessage): void {
  const limit = setTimeout(() => request.destroy(), DRAIN_MS);
  limit.unref();
  response.socket.unref();
  response.once("close", () => clearTimeout(limit));
  response.on("error", () => request.destroy());
  response.resume();
}

/** We ask for no compression; some servers compress all the same. */
async function decoded(response: IncomingMessage, encoding: string | undefined): Promise<Readable> {
  if (encoding === undefined || encoding === "identity") return response;
  const { createBrotliDecompress, createUnzip } = await import("node:zlib");
  const decoder = encoding === "br" ? createBrotliDecompress() : createUnzip();
  // Stays: what is damaged behind the end that the reader left at is nobody's matter any more.
  decoder.on("error", () => {});
  // An error of either stream destroys the other with it, and so reaches whoever reads.
  return pipeline(response, decoder, () => {});
}
