import { openStream } from "./fetch-seam.js";
import { MAX_METADATA_BYTES } from "./limits.js";
import { readText } from "./read-text.js";
import type { Route } from "./route/route.js";

/** A question about models, not to one. */
export interface Question {
  url: URL;
  route: Route;
  /** Present: it is sent with POST. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/**
 * Asks and reads the answer as JSON. Undefined for every way in which there is none: not reachable, another status
 * than 200, no JSON, aborted. For questions whose answer is welcome but not needed.
 */
export async function getJson({ url, route, body, headers, signal }: Question): Promise<unknown> {
  try {
    const answer = await openStream({
      method: body === undefined ? "GET" : "POST",
      url,
      route,
      headers: {
        accept: "application/json",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
    });
    const text = await readText(answer, MAX_METADATA_BYTES);
    return answer.status === 200 ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
