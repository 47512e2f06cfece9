import { InvalidOptionError } from "@millrace/protocol";

/** Paths that people copy along with the base URL. */
const ENDPOINTS = /\/(?:chat\/completions|completions|responses|messages|models|api\/chat|api\/generate|api\/tags)$/;

/**
 * The base URL that a user gave, as requests use it: with a scheme, without a slash at the end, without the path of an
 * endpoint. A query stays, for every request: some gateways want one (`?api-version=…`).
 *
 * @param option name of the option, for the error
 * @throws InvalidOptionError if it is no http or https address
 */
export function readBaseUrl(text: string, option: string): URL {
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    throw new InvalidOptionError(
      option,
      `\`${option}\` is no address: ${JSON.stringify(text)}. Give one like http://127.0.0.1:8080/v1.`,
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new InvalidOptionError(option, `\`${option}\` must begin with http:// or https://, not ${url.protocol}//.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new InvalidOptionError(
      option,
      `\`${option}\` must not hold a user name or password: name the key separately.`,
    );
  }
  url.hash = "";
  url.pathname = url.pathname.replace(/\/+$/, "").replace(ENDPOINTS, "");
  return url;
}

/** As text for people, without the slash that an empty path has, and without its query: that may hold a key. */
export function showUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`.replace(/\/$/, "");
}

/** The address of an endpoint. */
export function endpoint(base: URL, path: string): URL {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, "")}${path}`;
  return url;
}

/** Does the host lie on this machine or in a private network? Judged by the name alone, nothing is looked up. */
export function isLocalHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "::1" || /^f[cd][0-9a-f]{2}:/.test(host) || host.startsWith("fe80:")) return true;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return /^(?:127|10|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\./.test(host);
  return !host.includes(".") || host.endsWith(".localhost") || host.endsWith(".local") || host.endsWith(".internal");
}
