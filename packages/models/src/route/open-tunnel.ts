import { type IncomingMessage, request as requestHttp } from "node:http";
import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { MAX_ERROR_BYTES, PROXY_PAGE_MS, TCP_KEEP_ALIVE_MS } from "../limits.js";
import { responseHeaders } from "../response-headers.js";
import { type HttpProxy, proxyAuthorization, proxyServerName } from "./http-proxy.js";
import { ProxyError } from "./proxy-error.js";

/**
 * Asks a proxy for a connection to `authority` (`host:port`). Resolves with the connection, over which nothing was sent
 * yet. Throws `ProxyError` where there is none, with what the proxy answered. The signal closes the connection at once;
 * there is no other limit of time.
 */
export async function openTunnel(
  proxy: HttpProxy,
  authority: string,
  signal: AbortSignal,
  secureContext: SecureContext | undefined,
): Promise<Socket> {
  const options = {
    method: "CONNECT",
    path: authority,
    headers: { host: authority, "user-agent": "millrace", ...proxyAuthorization(proxy) },
    signal,
  };
  const https = proxy.url.protocol === "https:" ? await import("node:https") : undefined;
  return new Promise((resolve, reject) => {
    const request = https
      ? https.request(proxy.url, {
          ...options,
          servername: proxyServerName(proxy),
          agent: new https.Agent(secureContext && { secureContext }),
        })
      : requestHttp(proxy.url, { ...options, agent: false });
    request.once("error", (cause) => reject(new ProxyError(cause)));
    request.once("connect", (response: IncomingMessage, socket: Socket, head: Buffer) => {
      // Whoever uses the connection next notices its end, so its error needs no reader.
      socket.on("error", () => {});
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) {
        socket.setKeepAlive(true, TCP_KEEP_ALIVE_MS);
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      const headers = responseHeaders(response);
      beginningOf(socket, head, headers, signal).then((body) =>
        reject(new ProxyError(`it answered ${status}`, { status, headers, body })),
      );
    });
    request.end();
  });
}

/**
 * The beginning of a page that a proxy sent in place of a connection. Node reads no body behind an answer to CONNECT, and
 * nobody says that it ends: it is read for {@link PROXY_PAGE_MS} at most, and the connection closed.
 */
function beginningOf(
  socket: Socket,
  head: Buffer,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  const length = Number(headers["content-length"]);
  const wanted = Number.isInteger(length) ? Math.min(length, MAX_ERROR_BYTES) : MAX_ERROR_BYTES;
  const pieces = [head];
  let size = head.length;
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(limit);
      signal.removeEventListener("abort", finish);
      socket.destroy();
      const text = Buffer.concat(pieces).toString("utf8", 0, wanted);
      // The size of the first chunk; a page that says what it is says so in its first chunk.
      resolve(headers["transfer-encoding"] === undefined ? text : text.replace(/^[\da-f]+\s*\r\n/i, ""));
    };
    const limit = setTimeout(finish, PROXY_PAGE_MS);
    signal.addEventListener("abort", finish, { once: true });
    socket.once("close", finish);
    socket.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size >= wanted) finish();
    });
    if (size >= wanted || signal.aborted) finish();
  });
}
