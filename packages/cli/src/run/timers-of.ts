import { LOCAL_TIMERS, type Timers } from "@millrace/agent";

/** The timers of a server that may be silent for so long. Keep-alives are no silence: they keep their own limit where that is longer. */
export function timersOf(maxSilenceSeconds: number): Timers {
  const ms = maxSilenceSeconds * 1_000;
  const keepAlivesOnly = Math.max(ms, LOCAL_TIMERS.keepAlivesOnly);
  return { "first-byte": ms, "first-content": ms, stream: ms, keepAlivesOnly };
}
