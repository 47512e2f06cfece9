import { Agent, request as requestHttp } from "node:http";
import type { RequestOptions } from "node:https";
import type { SecureContext } from "node:tls";
import { type Connector, KEPT } from "./connector.js";
import { type HttpProxy, proxyAuthorization, proxyServerName } from "./http-proxy.js";
import { type TunnelOptions, tunnelAgent } from "./tunnel-agent.js";

/** For http servers: the proxy is sent the whole address (RFC 9112, 3.2.2) and asks in our place. */
export async function forwardingConnector(proxy: HttpProxy, secureContext?: SecureContext): Promise<Connector> {
  const forwarded = (url: URL, options: RequestOptions): RequestOptions => ({
    ...options,
    path: url.href,
    headers: { ...options.headers, host: url.host, ...proxyAuthorization(proxy) },
  });
  if (proxy.url.protocol === "http:") {
    const agent = new Agent(KEPT);
    return {
      agent,
      begin: (url, options) => requestHttp(proxy.url, { ...forwarded(url, options), agent }),
      upOn: "connect",
      leadsTo: "proxy",
    };
  }
  const https = await import("node:https");
  const agent = new https.Agent({ ...KEPT, ...(secureContext && { secureContext }) });
  const servername = proxyServerName(proxy);
  return {
    agent,
    begin: (url, options) => https.request(proxy.url, { ...forwarded(url, options), servername, agent }),
    upOn: "secureConnect",
    leadsTo: "proxy",
  };
}

/** For https servers: the proxy passes bytes on, and TLS is spoken with the server through it (RFC 9110, 9.3.6). */
export async function tunnelConnector(proxy: HttpProxy, secureContext?: SecureContext): Promise<Connector> {
  const { request } = await import("node:https");
  const agent = await tunnelAgent(proxy, secureContext);
  return {
    agent,
    begin: (url, options, tunnelSignal) => {
      const withSignal: TunnelOptions = { ...options, agent, tunnelSignal };
      return request(url, withSignal);
    },
    upOn: "socket",
    leadsTo: "server",
  };
}
