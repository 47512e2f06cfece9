import type { Hono } from "hono";
import { cors } from "hono/cors";
import { needsToken, tokenCheck } from "./check-token.js";
import { originRule, refuseForeignNames, refusePages } from "./guard.js";
import type { RouteParts } from "./route-parts.js";

/** Whether whoever asks may know what is not for everybody. */
export type TokenRule = (headers: Headers) => boolean;

/** The one path that whoever may reach the bridge may ask: load balancers have no token. */
const OPEN_PATH = "/healthz";

/** Puts all that decides on who may ask in front of the paths that follow. */
export function controlAccess(app: Hono, { token, names, allowOrigins }: RouteParts["access"]): TokenRule {
  const mayAsk = originRule(allowOrigins);
  const hasToken = token === undefined ? () => true : tokenCheck(token);
  if (token === undefined && names === "loopback") app.use(refuseForeignNames);
  app.use(refusePages(mayAsk));
  const answerPages = cors({
    origin: (origin) => (mayAsk(origin) ? origin : null),
    allowMethods: ["GET", "POST"],
    exposeHeaders: ["x-request-id", "retry-after"],
    maxAge: 600,
  });
  // A browser's preflight brings no token, so pages are answered ahead of it.
  app.use((context, next) => (context.req.header("origin") === undefined ? next() : answerPages(context, next)));
  app.use(async ({ req }, next) => {
    if (req.path !== OPEN_PATH && !hasToken(req.raw.headers)) throw needsToken();
    await next();
  });
  return hasToken;
}
