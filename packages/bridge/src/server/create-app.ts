import type { Hono } from "hono";
import type { BridgeOptions } from "../bridge-options.js";
import { assembleBridge } from "./assemble-bridge.js";

/**
 * The bridge as a web application: requests in, responses out, for any server that Hono runs on. Its limits on slow
 * requests are that server's matter.
 *
 * @throws InvalidOptionError where the upstream, the dialect or the token cannot be what was named
 */
export function createBridgeApp(options: BridgeOptions): Hono {
  return assembleBridge(options).app;
}
