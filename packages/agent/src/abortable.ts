import type { Clock } from "./clock.js";

/** Settles as `work` does, or rejects with the signal's reason as soon as it aborts: what `work` does then is ignored. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return race(work, signal, (giveUp) => {
    giveUp();
    return () => {};
  });
}

/** As {@link untilAborted}, but lets `work` settle for up to `graceMs` after the abort. No timer is left behind. */
export function joined<T>(work: Promise<T>, signal: AbortSignal, clock: Clock, graceMs: number): Promise<T> {
  return race(work, signal, (giveUp) => clock.timer(graceMs, giveUp));
}

/** `onAbort` is called once when the signal aborts and returns how to undo what it began. */
function race<T>(work: Promise<T>, signal: AbortSignal, onAbort: (giveUp: () => void) => () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let undo = () => {};
    const abort = () => {
      undo = onAbort(() => reject(signal.reason));
    };
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    const leave = () => {
      undo();
      signal.removeEventListener("abort", abort);
    };
    work.then(
      (value) => {
        leave();
        resolve(value);
      },
      (error: unknown) => {
        leave();
        reject(error);
      },
    );
  });
}

/** Resolves after `ms` of the clock, or rejects with the signal's reason as soon as it aborts. */
export function wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let cancel = () => {};
  const elapsed = new Promise<void>((resolve) => {
    cancel = clock.timer(ms, resolve);
  });
  return race(elapsed, signal, (giveUp) => {
    cancel();
    giveUp();
    return () => {};
  });
}

/** A controller that aborts with its parent. `release` cuts the tie, so that a long-lived parent keeps nothing alive. */
export function childController(parent: AbortSignal): { controller: AbortController; release: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(parent.reason);
  if (parent.aborted) abort();
  else parent.addEventListener("abort", abort, { once: true });
  return { controller, release: () => parent.removeEventListener("abort", abort) };
}
