import type { ErrorKind } from "@millrace/agent";

/** Why a request is not answered, or not to its end: what each wire makes its own error of. */
export interface ClientFailure {
  /** Of HTTP; in a stream that began already it is only a hint for the wire's word. */
  status: number;
  /** What kind of failure: of the upstream, or of the request itself. */
  kind: ErrorKind | "not_found" | "too_large";
  /** For people and for clients that look for words in it: the upstream's own message first. */
  message: string;
  /** The field of the request that is to blame, where one is. */
  param?: string;
  /** Seconds after which to try again, whole, where the upstream or we say so. */
  retryAfterSeconds?: number;
}
