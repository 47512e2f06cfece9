import type { Agent, ClientRequest } from "node:http";
import type { RequestOptions } from "node:https";
import { TCP_KEEP_ALIVE_MS } from "../limits.js";

/** What makes requests for a route. */
export interface Connector {
  agent: Agent;
  /** Begins a request; nothing is sent before it is ended. `signal` also ends what has to happen before it. */
  begin(url: URL, options: RequestOptions, signal: AbortSignal): ClientRequest;
  /** The event of its socket that says that the connection is up; `socket`: it comes so. */
  upOn: "connect" | "secureConnect" | "socket";
  /** Whom its socket leads to until then. */
  leadsTo: "server" | "proxy";
}

/** Connections are kept for the next request. */
export const KEPT = { keepAlive: true, keepAliveMsecs: TCP_KEEP_ALIVE_MS };
