import type { ErrorKind } from "@millrace/agent";
import type { Failure } from "./failure.js";

/**
 * One thing that goes wrong with a provider, as data. Each condition that is given must hold; of a list any
 * entry will do. The first fact of the table that fits decides.
 */
export interface ErrorFact {
  /** What it is, in a few words. Unique. */
  name: string;
  /** HTTP status of the answer; of an error inside a stream, the status that the error itself names. */
  status?: readonly number[];
  /** Found among its codes and types (`code`, `type`, `status`, `reason`, `quotaId`): lower case, one a line, so flag `m`. */
  words?: RegExp;
  /** Found in what the error says, at any depth, case set aside. */
  says?: RegExp;
  /** Node's code of a transport error. */
  causeCodes?: readonly string[];
  /** Names of the provider table. */
  providers?: readonly string[];
  /** Whether the server runs on this machine or network. */
  local?: boolean;
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
   * What the user can do. `{server}`, `{model}`, `{address}`, `{key}` and `{start}` are filled in from the provider table
   * and the request.
   */
  remedy: string;
  /** Tools are refused: calls in text may work. */
  toolsUnsupported?: true;
  /** One that really came; a test reads it through the whole table. */
  sample: Failure;
}
