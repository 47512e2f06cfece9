import { EXIT } from "../exit-codes.js";

/** The signals that end a run, and what the program then ends with. A closed terminal counts as a termination. */
const CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated, SIGHUP: EXIT.terminated } as const;
type Signal = keyof typeof CODES;

/** What the signals said so far. */
export interface SignalWatch {
  /** The exit code of the signal that came; absent: none did. */
  readonly exitCode: number | undefined;
  /** There is nothing left to stop: the next signal ends the program at once. */
  runEnded(): void;
}

/** The first signal calls `stop`, once; a second one ends the program at once, with nothing waited for. */
export function watchSignals(stop: (signal: Signal) => void): SignalWatch {
  let exitCode: number | undefined;
  let running = true;
  const handle = (signal: Signal): void => {
    if (exitCode !== undefined || !running) process.exit(CODES[signal]);
    exitCode = CODES[signal];
    stop(signal);
  };
  for (const signal of Object.keys(CODES) as Signal[]) process.on(signal, handle);
  return {
    get exitCode() {
      return exitCode;
    },
    runEnded: () => {
      running = false;
    },
  };
}
