import type { Agent, RequestOptions } from "node:https";
import type { Duplex } from "node:stream";
import type { ConnectionOptions, SecureContext, TLSSocket } from "node:tls";
import { KEPT } from "./connector.js";
import type { HttpProxy } from "./http-proxy.js";
import { openTunnel } from "./open-tunnel.js";

/** Options of a request through a tunnel. */
export interface TunnelOptions extends RequestOptions {
  /** Ends the building of the tunnel: Node closes the connection of a request only once the request has it. */
  tunnelSignal: AbortSignal;
}

/** An agent that connects through a proxy. It hands a connection out when TLS with the server stands. */
export async function tunnelAgent(proxy: HttpProxy, secureContext: SecureContext | undefined): Promise<Agent> {
  const [https, tls] = await Promise.all([import("node:https"), import("node:tls")]);
  const context = secureContext && { secureContext };

  async function connect({ tunnelSignal: signal, ...options }: TunnelOptions): Promise<TLSSocket> {
    const { host = "", port, servername } = options as ConnectionOptions;
    const authority = `${host.includes(":") ? `[${host}]` : host}:${port}`;
    const socket = await openTunnel(proxy, authority, signal, secureContext);
    return secured(tls.connect({ socket, host, servername, ALPNProtocols: ["http/1.1"], ...context }), signal);
  }

  const agent = new https.Agent({ ...KEPT, ...context });
  // Made to be replaced: Node's documentation of `agent.createConnection`.
  agent.createConnection = (options, callback) => {
    // Its type does not say that with an error there is no connection.
    const done = callback as (error: Error | null, socket?: Duplex) => void;
    connect(options as TunnelOptions).then(
      (socket) => done(null, socket),
      (error) => done(error),
    );
    return undefined;
  };
  return agent;
}

/** Resolves when the handshake is done. */
function secured(socket: TLSSocket, signal: AbortSignal): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const abort = () => socket.destroy(new Error("aborted"));
    signal.addEventListener("abort", abort, { once: true });
    // Stays: until the request listens, nobody else does.
    socket.on("error", reject);
    socket.once("close", () => signal.removeEventListener("abort", abort));
    socket.once("secureConnect", () => {
      signal.removeEventListener("abort", abort);
      resolve(socket);
    });
    if (signal.aborted) abort();
  });
}
