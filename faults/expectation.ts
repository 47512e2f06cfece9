import type { ErrorKind } from "@millrace/agent";
import type { NamedFault, ReceivedRequest } from "@millrace/testkit";

type Wire = ReceivedRequest["wire"];

/** What a user is to see of a fault. */
export interface Expectation {
  /** What it is called. Absent: nobody is to notice it, the answer can be read. */
  kind?: ErrorKind | "empty";
  /** Sending the request again may help. */
  again: boolean;
  /**
   * On a kept connection it looks as if the server had closed it meanwhile: the request then goes out at once on another
   * one, once for each that was kept.
   */
  looksStale?: true;
  /** The answer is cut and no failure: what the model said so far stands, be it the end of the run or not. */
  cut?: true;
}

const UNNOTICED: Expectation = { again: false };
const again = (kind: ErrorKind | "empty"): Expectation => ({ kind, again: true });
const final = (kind: ErrorKind): Expectation => ({ kind, again: false });

/** A row of the table: the faults it is about, by name, and where they are not the same on every wire, the wire. */
interface Row {
  faults: RegExp;
  wire?: Wire;
  /** The message of the story, where it matters that there was an answer before. */
  message?: number;
  is: Expectation;
}

/** What each fault is, the first row that fits. The rules are the design's; a row that departs from them says why. */
const ROWS: readonly Row[] = [
  // A server on this machine that is not running does not start by being asked again; one that was there may.
  { faults: /^refuse$/, message: 1, is: final("network") },
  { faults: /^refuse$/, is: again("network") },
  {
    faults: /^(?:server-error|overloaded|empty-error|error-page|error-with-200|error-field)$/,
    is: again("overloaded"),
  },
  { faults: /^rate-limit/, is: again("rate_limit") },
  { faults: /^error-in-words$/, is: final("invalid_request") },
  // Something else answers at this address, whatever it says.
  { faults: /^(?:page-with-200|garble-before-headers)$/, is: final("network") },

  // The answer is whole: what happens to its connection behind it is of no matter.
  { faults: /-at-the-end$/, is: UNNOTICED },
  // A body without a byte is an answer that says nothing.
  { faults: /^cut-after-headers$/, is: again("empty") },
  { faults: /^(?:stall|keep-alives)-/, is: again("timeout") },
  { faults: /^error-/, is: again("overloaded") },
  { faults: /^(?:reset|close)-before-headers$/, is: { ...again("network"), looksStale: true } },
  { faults: /^(?:reset|close|garble|cut)-/, is: again("network") },

  { faults: /^nothing-said$/, is: again("empty") },
  // Without its last line or event an answer of these is not whole; the other wires have an end mark beside the reason.
  { faults: /^no-finish$/, wire: "ollama", is: again("network") },
  { faults: /^no-finish$/, wire: "openai-responses", is: again("network") },
  { faults: /^(?:malformed-|gzip-that-is-none|two-starts)/, is: again("network") },
  { faults: /^output-limit$/, is: { again: false, cut: true } },
  { faults: /^content-filter$/, is: final("content_filter") },
];

/** What a fault comes to on a wire, at a message of the story: one that no row is about is not to be noticed. */
export function expectationOf({ name }: NamedFault, wire: Wire, message: number): Expectation {
  const row = ROWS.find(
    (row) => row.faults.test(name) && (row.wire ?? wire) === wire && (row.message ?? message) === message,
  );
  return row?.is ?? UNNOTICED;
}

/** The exit codes that CONTRACTS gives the kinds. */
export const EXIT_CODES: Readonly<Record<ErrorKind | "empty", number>> = {
  auth: 10,
  quota: 11,
  spend_limit: 11,
  entitlement: 11,
  rate_limit: 12,
  overloaded: 12,
  network: 13,
  timeout: 13,
  context_overflow: 14,
  invalid_request: 15,
  content_filter: 15,
  unknown: 1,
  empty: 1,
};
