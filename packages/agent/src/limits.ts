import type { Tier } from "@millrace/protocol";
import type { RequestPhase } from "./model-error.js";

/** What ends a run, tasks that its tools start included. Absent: no limit. */
export interface Limits {
  /** Requests whose answer is acted on. Default 100. */
  maxTurns: number;
  /** Seconds of the whole run by the monotonic clock. Time for which the process was stopped counts: whoever waits, waits. */
  maxSeconds?: number;
  /** Requests that are sent, each try of one by itself. */
  maxRequests?: number;
  /** Tokens of all prompts and answers, those of failed tries and those from a cache included. */
  maxTokens?: number;
  /** US dollars by the profile's `prices`, without which there can be no such limit. */
  maxCost?: number;
  /** The share of each limit, above 0 and up to 1, at which user and model are warned. Default 0.8. */
  warnShare: number;
}

/** Milliseconds of silence that each phase of a request may last. */
export type Timers = Readonly<Record<Exclude<RequestPhase, "connect">, number>> & {
  /** Keep-alives without content end here, milliseconds. */
  readonly keepAlivesOnly: number;
};

/** The limits of a run where none are given. */
export const DEFAULT_LIMITS: Limits = { maxTurns: 100, warnShare: 0.8 };

/** A hosted model. Source: DESIGN 5. */
export const REMOTE_TIMERS: Timers = {
  "first-byte": 30_000,
  "first-content": 120_000,
  stream: 60_000,
  keepAlivesOnly: 600_000,
};

/** A model on this machine: it reads its prompt before its first byte, and may load itself first. */
export const LOCAL_TIMERS: Timers = {
  "first-byte": 300_000,
  "first-content": 300_000,
  stream: 300_000,
  keepAlivesOnly: 600_000,
};

/** While something is waited for (an answer, the next try) readers are told how long so far, this often: a clock on a screen. */
export const PHASE_NEWS_MS = 1_000;
/**
 * A timer that fires later than this was not kept from it by work: the process was stopped, or the machine asleep.
 * Below the 4 s that a stop of 5 s costs a timer of one second, above what a busy process is late.
 */
export const AWAY_MS = 3_000;

/** Behind the reason of its end an answer may have its usage; a server that does not close then is not waited for longer. */
export const AFTER_FINISH_MS = 5_000;

/** Retries of one request before content, and failures in the middle of one turn; then the user is asked. */
export const MAX_RETRIES = 3;
/** First wait before a retry; doubles with each. */
export const RETRY_BASE_MS = 2_000;
/** A wait is longer by up to this share of itself, so that many clients do not come back at once. */
export const RETRY_JITTER = 0.1;
/** A longer Retry-After is not waited for: the user is asked. */
export const MAX_RETRY_AFTER_MS = 60_000;
/** Empty answers in a row that are sent again. */
export const MAX_EMPTY_RETRIES = 2;
/** Messages in a row that the output limit cut before a call was whole; then the run ends. */
export const MAX_CUT_MESSAGES = 3;
/** Calls in a row that came out wrong after which `auto` offers tools in another way. */
export const MAX_WRONG_CALLS = 2;
/** What a token comes to in bytes is worth remembering where it differs by more than this share from what was known. */
export const NOTABLE_DRIFT = 0.05;
/** UTF-8 bytes a token where nobody counted yet: English and code in the usual tokenizers are 3.5 to 4.5. */
export const DEFAULT_BYTES_PER_TOKEN = 4;
/** Read-only calls that run side by side. */
export const MAX_PARALLEL_READS = 4;
/** A cancelled turn waits this long for what it started, then lets go of it. */
export const JOIN_MS = 2_000;
/** At most one update of growing text in this time. */
export const FRAME_MS = 16;
/** A tool result as the model sees it, UTF-8 bytes; the rest is cut from the middle. */
export const MAX_RESULT_BYTES = 100 * 1024;
/** And this share of the window at most, or of what is left of it where that is less. */
export const MAX_RESULT_SHARE = 1 / 4;
/** The longest round of calls that is seen: A-B-C-D-E-F-A-B-C-D-E-F. */
export const LONGEST_ROUND = 6;
/**
 * Rounds of equal calls with equal results in a row, or equal answers: at the first number the model is warned, at the
 * second its calls are refused while nothing changes, at the third the user is asked, or the run stops. Each step is
 * taken in a turn of its own, so that the model has read of the one before.
 */
export const EQUAL_ROUNDS = { warn: 3, refuse: 4, stop: 5 } as const;
/** Characters of an answer from which on it counts as the same again: shorter ones ("Done.") say the same of different work. */
export const MIN_REPEATED_ANSWER = 80;
/**
 * When a passage that is written again and again closes the stream. Only text and reasoning outside of calls counts, and
 * only what is equal to the last character. Prose has letters, and is no row of a table, no fenced or indented code.
 */
export const REPEATED_TEXT = {
  /** The longest passage, characters. */
  passage: 4_000,
  /** Of prose: so often and so many characters of it; a song's chorus and a licence's head stay far below. */
  times: 8,
  proseLength: 4_000,
  /** What a passage of prose has at least; less is a row of dots, a column of zeros, a ruler. */
  letters: 12,
  distinctLetters: 6,
  /** Of anything: more than a drawing, a table or test data that somebody reads; a model that writes nothing but zeros. */
  anyLength: 32_768,
} as const;
/** However little of the window is left, a result may take this share of it: older ones make room. */
export const MIN_RESULT_SHARE = 1 / 8;
/** A smaller result is not worth a line in its place. UTF-8 bytes. */
export const MIN_RESULT_BYTES = 500;
/** A summary in place of what was said, as tokens. */
export const MAX_SUMMARY_TOKENS = 4_096;
/** Summaries of a conversation that may fail in a row before none is asked for any more: each costs a request. */
export const MAX_FAILED_SUMMARIES = 3;
/** And as a share of the window. */
export const MAX_SUMMARY_SHARE = 1 / 8;
/** Sections of the prompt (rule files, skills) take this share of a window that is known at most, all together. */
export const MAX_SECTIONS_SHARE: Readonly<Record<Tier, number>> = { full: 1 / 4, compact: 1 / 10, minimal: 1 / 10 };
/** Files named in the first environment note. */
export const MAX_NOTE_FILES = 200;
