import type { RequestPhase } from "@millrace/agent";

/** What is known of a request that failed. Everything but `provider` and `phase` may be absent. */
export interface Failure {
  /** Name of the provider table, e.g. `ollama`; any other name is taken for a server of which nothing is known. */
  provider: string;
  phase: RequestPhase;
  /** Absent or 0: there was no answer. */
  status?: number;
  /** Names in lower case. */
  headers?: Readonly<Record<string, string>>;
  /** The body of the answer, or the error as it stood in a stream. */
  body?: string;
  /** Of a transport error: what Node said. */
  errorMessage?: string;
  /** Of a transport error: Node's code, or the name of an error that has none, e.g. `TimeoutError`. */
  causeCode?: string;
  /** The server runs on this machine or network. */
  local?: boolean;
  /** An earlier request of the same client was answered: the server was there. */
  answeredBefore?: true;
  /** It failed at a proxy, before the server was reached: status, headers and body are the proxy's. */
  atProxy?: true;
  /** The body is damaged, not an error that the server reported. */
  malformed?: true;
  /** The body came with status 200 and is no answer of a model at all. */
  foreign?: true;
}
