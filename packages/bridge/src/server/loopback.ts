/**
 * Whether a name or address, as it stands in a URL, is this machine's own. Nothing is looked up: names below `localhost`
 * are loopback by RFC 6761.
 *
 * @example isLoopback("[::1]"), isLoopback("127.0.0.1"), isLoopback("localhost")
 */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, "");
  return name === "::1" || name === "localhost" || name.endsWith(".localhost") || /^127(?:\.\d{1,3}){3}$/.test(name);
}
