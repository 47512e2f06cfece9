import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Environment } from "../environment.js";

/**
 * Is this address asked directly, whatever proxy is set? This machine always is: its servers are never behind a proxy,
 * and a proxy elsewhere would ask another machine. What else is, `no_proxy` or `NO_PROXY` say (lower case first), a list
 * with commas or blanks:
 *
 * - `example.com`, `.example.com`, `*.example.com`: the host and all below it;
 * - `10.1.2.3`, `[fd00::1]`: that address;
 * - either with `:PORT`: only at that port;
 * - `10.0.0.0/8`, `fd00::/8`: the addresses of that network, as they stand in the URL: no name is looked up;
 * - `*`: everything.
 *
 * A private network goes through the proxy unless it is listed, as with curl and Go.
 */
export function bypassesProxy(url: URL, env: Environment): boolean {
  const host = bareHost(url.hostname);
  if (isThisMachine(host)) return true;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const list = env.no_proxy?.trim() || env.NO_PROXY?.trim() || "";
  return list.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry.toLowerCase(), host, port));
}

/** Without the brackets of IPv6 and the dot that ends a full name. */
function bareHost(hostname: string): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

function isThisMachine(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    ["127.0.0.0/8", "0.0.0.0/32", "::1/128", "::/128"].some((network) => isInNetwork(network, host))
  );
}

function matches(entry: string, host: string, port: string): boolean {
  if (entry === "*") return true;
  if (entry.includes("/")) return isInNetwork(entry, host);
  // An IPv6 address without brackets is all address; in brackets it may have a port behind it.
  const [, name = "", only] = isIPv6(entry) ? [entry, entry] : (/^(.*?)(?::(\d+))?$/.exec(entry) ?? []);
  if (only !== undefined && only !== port) return false;
  const bare = bareHost(name).replace(/^\*?\./, "");
  if (isIPv4(bare) || isIPv6(bare)) return isInNetwork(`${bare}/${isIPv4(bare) ? 32 : 128}`, host);
  return bare !== "" && (host === bare || host.endsWith(`.${bare}`));
}

function isInNetwork(network: string, host: string): boolean {
  const [address = "", bits = ""] = network.split("/");
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  if (!isIPv4(host) && !isIPv6(host)) return false;
  if (family === "ipv6" && !isIPv6(address)) return false;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === "ipv4" ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(host, isIPv4(host) ? "ipv4" : "ipv6");
}
