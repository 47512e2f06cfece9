import { isIP } from "node:net";
import { InvalidOptionError } from "@millrace/protocol";
import type { Environment } from "../environment.js";
import { bypassesProxy } from "./no-proxy.js";

/** A proxy that requests go through. */
export interface HttpProxy {
  /** Where it is: http or https, without user and password. */
  url: URL;
  credentials?: { user: string; password: string };
  /** The variable of the environment that names it. */
  variable: string;
}

/**
 * The proxy for an address, as curl reads the environment: `https_proxy` or `http_proxy` after the scheme of the
 * address, else `all_proxy`; each also in upper case, lower case first; an empty one counts as not set. (curl leaves
 * out `HTTP_PROXY`, which a web server may take from a request; other programs read it.) A proxy without a scheme is an
 * http one, one without a port has the scheme's. None for what {@link bypassesProxy}. Source: curl(1), ENVIRONMENT.
 *
 * @throws InvalidOptionError naming the variable, never its value: that may hold a password
 */
export function proxyFor(url: URL, env: Environment): HttpProxy | undefined {
  const variable = [`${url.protocol.slice(0, -1)}_proxy`, "all_proxy"]
    .flatMap((name) => [name, name.toUpperCase()])
    .find((name) => env[name]?.trim());
  if (variable === undefined || bypassesProxy(url, env)) return undefined;
  return { ...readProxy(env[variable]?.trim() ?? "", variable), variable };
}

function readProxy(text: string, variable: string): Omit<HttpProxy, "variable"> {
  const wrong = (what: string) =>
    new InvalidOptionError(
      variable,
      `${variable} ${what}: name a proxy like http://proxy.example:3128 there, or list the host in NO_PROXY to go directly.`,
    );
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  } catch {
    throw wrong("is no address of a proxy");
  }
  if (url.protocol.startsWith("socks")) throw wrong("names a SOCKS proxy, which is not supported");
  if (url.protocol !== "http:" && url.protocol !== "https:") throw wrong(`must begin with http:// or https://`);
  const { username, password } = url;
  const bare = new URL(url.origin);
  if (username === "" && password === "") return { url: bare };
  try {
    return {
      url: bare,
      credentials: { user: decodeURIComponent(username), password: decodeURIComponent(password) },
    };
  } catch {
    throw wrong("holds a user or password that is not percent-encoded (a % is written %25)");
  }
}

/**
 * By what name an https proxy has to prove who it is. Node would take it from the `Host` of the request, and so ask the
 * proxy for the certificate of the server behind it. Empty for an address: TLS sends none, and Node checks the address.
 */
export function proxyServerName({ url: { hostname } }: HttpProxy): string {
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? hostname : "";
}

/** The header that carries the credentials, where there are any. */
export function proxyAuthorization({ credentials }: HttpProxy): { "proxy-authorization"?: string } {
  if (!credentials) return {};
  const { user, password } = credentials;
  return { "proxy-authorization": `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}
