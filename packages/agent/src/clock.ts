/** Time as the agent sees it: injected, so that long timelines can be tested in no time. */
export interface Clock {
  /** Wall time, milliseconds since 1970: for records and people. */
  now(): number;
  /** Monotonic milliseconds: for measuring. */
  monotonic(): number;
  /** Calls back once after `ms`, unless the returned function is called first. Keeps the process alive only while set. */
  timer(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  timer(ms, callback) {
    const handle = setTimeout(callback, ms);
    return () => clearTimeout(handle);
  },
};
