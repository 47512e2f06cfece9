import type { IncomingMessage } from "node:http";

/** Names in lower case; values of one name joined by `, `. */
export function responseHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
