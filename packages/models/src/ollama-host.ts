import { readBaseUrl } from "./base-url.js";

const PORT = "11434";

/**
 * The address that `OLLAMA_HOST` names, read as Ollama itself reads it: a host, `host:port`, `:port`, or a URL; without
 * a scheme the port is 11434. An address to listen on (`0.0.0.0`, `[::]`) is asked at the loopback.
 *
 * @throws InvalidOptionError if it is no address
 * @example
 * ollamaHost("0.0.0.0")        // http://127.0.0.1:11434
 * ollamaHost("https://box.lan") // https://box.lan
 */
export function ollamaHost(value: string): URL {
  const text = value.trim().replace(/^["']|["']$/g, "");
  const hasScheme = /^[a-z]+:\/\//i.test(text);
  const bare = text.startsWith(":") ? `127.0.0.1${text}` : text;
  const url = readBaseUrl(bare, "OLLAMA_HOST");
  if (!hasScheme && url.port === "" && !/:80(?:\/|$)/.test(bare)) url.port = PORT;
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return url;
}
