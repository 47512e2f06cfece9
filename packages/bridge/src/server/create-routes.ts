import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { clientFailureOf } from "../client-failure-of.js";
import type { ClientWire } from "../client-wire.js";
import { recordAnswer } from "../operations/record-answer.js";
import { isRefusal, Refusal } from "../refusal.js";
import { CLIENT_WIRES } from "../wires/client-wires.js";
import { controlAccess } from "./access.js";
import { type AnsweringContext, answerClient } from "./answer-client.js";
import { countTokens } from "./count-tokens.js";
import { failureResponse } from "./failure-response.js";
import { health } from "./health.js";
import { likelyWire, pathOf } from "./likely-wire.js";
import { listModels, oneModel } from "./model-list.js";
import { readBody } from "./read-body.js";
import { SummaryKeeper } from "./request-summary.js";
import type { RouteParts } from "./route-parts.js";

/** All paths of the bridge. Those below `/v1` are taken without it, too, and with it twice: clients add it or do not. */
export function createRoutes(parts: RouteParts): Hono {
  const { context, access, traffic } = parts;
  const app = new Hono({ getPath: (request) => withoutVersion(getPath(request)) });
  app.onError((error, { req }) => refuse(error, likelyWire(req.path, req.raw.headers), context));
  app.use(async (_, next) => {
    if (traffic.isClosing) throw goingDown();
    await next();
  });
  const hasToken = controlAccess(app, access);
  for (const wire of CLIENT_WIRES) app.post(pathOf(wire), ({ req }) => answer(req.raw, wire, parts));
  app.post("/messages/count_tokens", ({ req }) => countTokens(req.raw, parts));
  app.get("/models", ({ req }) => listModels(req.raw, parts));
  app.get("/models/:name{.+}", ({ req }) => oneModel(req.param("name"), req.raw, parts));
  app.get("/healthz", ({ req }) => health(req.raw, parts, hasToken));
  app.get("/metrics", () => metrics(parts));
  refuseTheRest(app);
  return app;
}

function withoutVersion(path: string): string {
  return path.replace(/^(?:\/v1)+(?=\/)/, "").replace(/(?<=.)\/$/, "");
}

async function answer(
  request: Request,
  wire: ClientWire,
  { context, access, traffic, onContents }: RouteParts,
): Promise<Response> {
  const body = await readBody(request, access.maxBodyBytes);
  const visit = traffic.enter(request.signal);
  const response = await answerClient(
    { wire, body, headers: request.headers, signal: visit.signal },
    {
      ...context,
      onSummary(summary) {
        visit.leave();
        context.onSummary(summary);
      },
    },
  );
  if (onContents === undefined) return response;
  const id = response.headers.get("x-request-id") ?? "";
  return recordAnswer(response, (text) => onContents({ id, request: body, answer: text }));
}

function metrics({ metrics: kept, upstream, traffic, version }: RouteParts): Response {
  const text = kept.text({ version, provider: upstream.provider, open: traffic.open });
  return new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } });
}

/** What is asked with another method, or is not there at all. */
function refuseTheRest(app: Hono): void {
  const known = app.routes.filter(({ method }) => method === "GET" || method === "POST");
  for (const { path, method } of known) {
    app.all(path, ({ req }) => {
      const message = `${getPath(req.raw)} is asked with ${method}, not with ${req.method}.`;
      throw new Refusal({ status: 405, kind: "invalid_request", message }, { allow: method });
    });
  }
  app.notFound(({ req }) => {
    const there = known.map(({ path, method }) => `${method} ${shown(path)}`).join(", ");
    throw new Refusal({
      status: 404,
      kind: "not_found",
      message: `There is no ${getPath(req.raw)} here. There are: ${there}.`,
    });
  });
}

/** A path as it is documented. */
function shown(path: string): string {
  return path === "/healthz" || path === "/metrics" ? path : `/v1${path.replace(":name{.+}", "NAME")}`;
}

function refuse(error: unknown, wire: ClientWire, context: AnsweringContext): Response {
  const failure = clientFailureOf(error);
  const id = context.newId();
  new SummaryKeeper({ id, wire: wire.name }, context).ended("failed", failure.status, failure);
  return failureResponse(wire, failure, { "x-request-id": id, ...(isRefusal(error) && error.headers) });
}

function goingDown(): Refusal {
  const message = "This bridge is going down. Ask again: another may be there.";
  return new Refusal({ status: 503, kind: "overloaded", message, retryAfterSeconds: 1 }, { connection: "close" });
}
