import type { Timers } from "@millrace/agent";

/** How much faster than real time an agent in a process of its own plays a case. */
export const PROCESS_FACTOR = 100;
/** What a busy machine may be late there, real milliseconds: the exact times are judged where the clock is moved by hand. */
export const PROCESS_SLACK_MS = 3_000;
/**
 * Limits of silence where a case is about none, milliseconds of the case: a busy machine is slow to answer, and that must
 * not look like silence.
 */
export const PATIENT: Timers = { "first-byte": 3e6, "first-content": 3e6, stream: 3e6, keepAlivesOnly: 3e6 };
