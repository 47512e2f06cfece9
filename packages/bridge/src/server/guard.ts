import type { MiddlewareHandler } from "hono";
import { Refusal } from "../refusal.js";
import { isLoopback } from "./loopback.js";

/** Which web pages may ask. */
export type OriginRule = (origin: string) => boolean;

/**
 * Pages of this machine and those that were named. A page's origin is what its browser says, so this keeps out strangers'
 * pages in a good browser, and nobody else.
 *
 * @param allowed origins as browsers write them (`https://chat.example`, `null`), or `*` for any
 */
export function originRule(allowed: readonly string[]): OriginRule {
  const names = new Set(allowed.map(asBrowsersWrite));
  return (origin) => names.has("*") || names.has(asBrowsersWrite(origin)) || isOwn(origin);
}

/** Without a usual port, in small letters. Of an extension's or an app's scheme no more is known. */
function asBrowsersWrite(origin: string): string {
  return /^https?:/i.test(origin) && URL.canParse(origin)
    ? new URL(origin).origin
    : origin.toLowerCase().replace(/\/$/, "");
}

function isOwn(origin: string): boolean {
  return URL.canParse(origin) && /^https?:/i.test(origin) && isLoopback(new URL(origin).hostname);
}

/** Turns requests of other web pages down (403). */
export function refusePages(mayAsk: OriginRule): MiddlewareHandler {
  return async ({ req }, next) => {
    const origin = req.header("origin");
    if (origin !== undefined && !mayAsk(origin)) {
      const message = `Web pages of ${origin} may not use this bridge. If they should: --allow-origin ${origin}.`;
      throw new Refusal({ status: 403, kind: "entitlement", message });
    }
    await next();
  };
}

/**
 * Turns requests down (403) that name the bridge otherwise than as this machine: a page whose own name was pointed at
 * 127.0.0.1 behind the browser's back (DNS rebinding) has no foreign origin, but its name is in `Host`.
 */
export const refuseForeignNames: MiddlewareHandler = async ({ req }, next) => {
  const { hostname } = new URL(req.url);
  if (!isLoopback(hostname)) {
    const message = `This bridge answers to localhost and 127.0.0.1, not to ${hostname}. With a token (--token-env) it may be reached by any name.`;
    throw new Refusal({ status: 403, kind: "entitlement", message });
  }
  await next();
};
