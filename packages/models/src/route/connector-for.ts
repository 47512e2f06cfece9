import { Agent, request as requestHttp } from "node:http";
import type { SecureContext } from "node:tls";
import { type Connector, KEPT } from "./connector.js";
import { forwardingConnector, tunnelConnector } from "./proxy-connector.js";
import type { Route } from "./route.js";

const plainAgent = new Agent(KEPT);
const plain: Connector = {
  agent: plainAgent,
  begin: (url, options) => requestHttp(url, { ...options, agent: plainAgent }),
  upOn: "connect",
  leadsTo: "server",
};

let secure: Promise<Connector> | undefined;
const routed = new WeakMap<Route, Promise<Connector>>();

/** The connector for a URL. TLS takes its time to load: only where it is used. */
export function connectorFor(url: URL, route: Route): Connector | Promise<Connector> {
  if (!route.proxy && url.protocol === "http:") return plain;
  if (!route.proxy && !route.certificates) {
    secure ??= secureConnector();
    return secure;
  }
  let found = routed.get(route);
  if (!found) {
    found = routedConnector(url, route);
    routed.set(route, found);
  }
  return found;
}

async function routedConnector(url: URL, { proxy, certificates }: Route): Promise<Connector> {
  const secureContext = certificates && (await import("./secure-context.js")).secureContextWith(certificates);
  if (!proxy) return secureConnector(secureContext);
  return url.protocol === "https:" ? tunnelConnector(proxy, secureContext) : forwardingConnector(proxy, secureContext);
}

async function secureConnector(secureContext?: SecureContext): Promise<Connector> {
  const https = await import("node:https");
  const agent = new https.Agent({ ...KEPT, ...(secureContext && { secureContext }) });
  return {
    agent,
    begin: (url, options) => https.request(url, { ...options, agent }),
    upOn: "secureConnect",
    leadsTo: "server",
  };
}
