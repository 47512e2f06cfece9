import { systemClock } from "@millrace/agent";
import { openUpstream, type Upstream } from "@millrace/models";
import { getDialect } from "@millrace/protocol";
import type { Hono } from "hono";
import type { BridgeOptions } from "../bridge-options.js";
import { MAX_BODY_BYTES } from "../limits.js";
import { Metrics } from "../operations/metrics.js";
import { UpstreamModels } from "../upstream/upstream-models.js";
import { createRoutes } from "./create-routes.js";
import { newId } from "./new-id.js";
import { Traffic } from "./traffic.js";
import { warnOnThrow } from "./warn-on-throw.js";

/** A bridge without a server. */
export interface AssembledBridge {
  app: Hono;
  traffic: Traffic;
  upstream: Upstream;
  models: UpstreamModels;
}

/** @throws InvalidOptionError where the upstream, the dialect or the token cannot be what was named */
export function assembleBridge(options: BridgeOptions): AssembledBridge {
  const { model, profile, timers, clock = systemClock, mode = "auto", dialect = "auto", version = "unknown" } = options;
  const { token, names = "any", allowOrigins = [], maxBodyBytes = MAX_BODY_BYTES } = options;
  getDialect(dialect);
  const upstream = openUpstream(options);
  const models = new UpstreamModels({
    connect: upstream.connect,
    mode,
    dialect,
    clock,
    ...(options.constrain && { constrain: options.constrain }),
    ...(profile && { profile }),
    ...(options.profileOf && { profileOf: options.profileOf }),
    ...(timers && { timers }),
  });
  const traffic = new Traffic();
  const metrics = new Metrics();
  const onRequest = warnOnThrow(options.onRequest ?? (() => {}));
  const app = createRoutes({
    context: {
      models,
      ...(model !== undefined && { model }),
      clock,
      newId,
      onSummary(summary) {
        // Where one model answers, the clients' names for it tell nothing apart.
        metrics.add(model === undefined ? summary : { ...summary, model });
        onRequest(summary);
      },
    },
    ...(options.onContents && { onContents: warnOnThrow(options.onContents) }),
    access: { ...(token !== undefined && { token }), names, allowOrigins, maxBodyBytes },
    upstream,
    traffic,
    metrics,
    version,
  });
  return { app, traffic, upstream, models };
}
