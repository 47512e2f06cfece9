import { type BridgeOptions, createBridgeApp } from "@millrace/bridge";
import { fastClock } from "../loop/fast-clock.js";
import type { Fetch } from "./client-library.js";

/** The bridge's waits are this many times shorter. */
const FASTER = 1_000;

/** A bridge without a server of its own: requests are handed to it. */
export function bridgeFetch(options: BridgeOptions): Fetch {
  const app = createBridgeApp({ env: {}, clock: fastClock(FASTER), ...options });
  return async (input, init) => app.fetch(new Request(input, init));
}
