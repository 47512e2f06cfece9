import type { Clock } from "@millrace/agent";

/** A clock that runs so many times as fast as the system's: what waits for minutes waits for moments. */
export function hurriedClock(times: number): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now() * times,
    timer(ms, callback) {
      const handle = setTimeout(callback, ms / times);
      return () => clearTimeout(handle);
    },
  };
}
