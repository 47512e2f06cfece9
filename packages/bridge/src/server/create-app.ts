import { systemClock } from "@millrace/agent";
import { openUpstream } from "@millrace/models";
import { Hono } from "hono";
import type { BridgeOptions } from "../bridge-options.js";
import type { ClientWire } from "../client-wire.js";
import { isRecord } from "../json.js";
import { UpstreamModels } from "../upstream/upstream-models.js";
import { CLIENT_WIRES } from "../wires/client-wires.js";
import { type AnsweringContext, answerClient } from "./answer-client.js";
import { newId } from "./new-id.js";

/**
 * The bridge as a web application: requests in, responses out, for any runtime that Hono runs on.
 *
 * @throws InvalidOptionError where the upstream cannot be what was named
 */
export function createBridgeApp(options: BridgeOptions): Hono {
  const {
    model,
    profile,
    timers,
    clock = systemClock,
    mode = "auto",
    dialect = "auto",
    onRequest = () => {},
  } = options;
  const upstream = openUpstream(options);
  const context: AnsweringContext = {
    models: new UpstreamModels({
      connect: upstream.connect,
      mode,
      dialect,
      clock,
      ...(profile && { profile }),
      ...(timers && { timers }),
    }),
    ...(model !== undefined && { model }),
    clock,
    newId,
    onSummary: onRequest,
  };
  const app = new Hono();
  for (const wire of CLIENT_WIRES) {
    app.post(wire.path, async ({ req }) => {
      const body = await readBody(req.raw);
      return body === undefined
        ? notJson(wire)
        : answerClient({ wire, body, headers: req.raw.headers, signal: req.raw.signal }, context);
    });
  }
  return app;
}

async function readBody(request: Request): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const body: unknown = await request.json();
    return isRecord(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function notJson(wire: ClientWire): Response {
  const message = "The body of the request is no JSON object.";
  return Response.json(wire.error({ status: 400, kind: "invalid_request", message }), { status: 400 });
}
