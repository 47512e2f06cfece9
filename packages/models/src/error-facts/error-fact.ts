import type { ErrorKind } from "@millrace/agent";
import type { Failure } from "./failure.js";

/**
 * One thing that goes wrong with a provider, as data. Each condition that is given must hold, but of `codes` and `says`
 * one is enough; of a list any entry will do. The first fact that fits decides, see `error-tables.ts` for the order.
 */
export interface ErrorFact {
  /** What it is, in a few words. Unique among all tables. */
  name: string;
  /** HTTP status of the answer; of an error inside a stream, the status that the error itself names, else 200. */
  status?: readonly number[];
  /** Among its codes and types (`code`, `type`, `reason`, …) is one of these: whole, lower case. */
  codes?: readonly string[];
  /**
   * Found in what the error says, at any depth. Of an overflow the groups `limit` and `used` are tokens. Every repetition
   * has an upper bound, so that a hostile body costs no more than its length; no flag `g` or `y`.
   */
  says?: RegExp;
  /** Node's code of a transport error, or the name of an error that has none. */
  causeCodes?: readonly string[];
  /** Names of the provider table. Rare: what is said through a gateway must be known, too. */
  providers?: readonly string[];
  /** Whether the server runs on this machine or network. */
  local?: boolean;
  /** The server had answered before. */
  answeredBefore?: true;
  /** It happened at a proxy. Facts without it are of the server, and never fit what happened at a proxy. */
  atProxy?: true;
  /** The body is a page of HTML. */
  html?: true;
  /** Nothing came: the body is empty. */
  empty?: true;
  /** The body is damaged. */
  malformed?: true;
  /** The body is no answer of a model. */
  foreign?: true;
  kind: ErrorKind;
  retryable: boolean;
  /**
   * What the user can do, one sentence. `{server}`, `{model}`, `{address}`, `{key}` and `{start}` are filled in from the
   * provider table and the request; `{proxy}`, `{variable}` (which names it) and `{host}` (which it was to reach) where
   * it is a proxy's.
   */
  remedy: string;
  /** Tools are refused: calls in text may work. */
  toolsUnsupported?: true;
  /** Such failures as they really came. Tests read each through all tables; docs/PROVIDERS.md shows them. */
  samples: readonly [Sample, ...Sample[]];
}

/** A failure that came, and the numbers to be read from it. */
export interface Sample extends Failure {
  limitTokens?: number;
  usedTokens?: number;
  retryAfterMs?: number;
  /** When it was the first of January 2026, 00:00 UTC. */
  resetMs?: number;
}

/** The body of an answer with this status. `numbers` are those that are to be read from it. */
export function answered(provider: string, status: number, body: string, numbers: Partial<Sample> = {}): Sample {
  return { provider, phase: "first-byte", status, body, ...numbers };
}

/** An error inside a stream that began with status 200. */
export function streamed(provider: string, body: string, numbers: Partial<Sample> = {}): Sample {
  return { provider, phase: "stream", status: 200, body, ...numbers };
}
