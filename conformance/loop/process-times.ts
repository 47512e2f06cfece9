/** How much faster than real time an agent in a process of its own plays a case. */
export const PROCESS_FACTOR = 100;
/** What a busy machine may be late there, real milliseconds: the exact times are judged where the clock is moved by hand. */
export const PROCESS_SLACK_MS = 3_000;
