import { VirtualClock } from "./virtual-clock.js";
import { type RunToWatch, type WatchedRun, watchRun } from "./watch-run.js";

/** Watches a run whose clock moves through announced waits and stands still otherwise: so requests may take real time. */
export function runThroughWaits(
  options: Omit<RunToWatch, "clock" | "onEvent">,
  clock = new VirtualClock(),
): Promise<WatchedRun> {
  return watchRun({
    ...options,
    clock,
    onEvent: (event) => {
      if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
    },
  });
}
