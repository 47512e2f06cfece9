import { MillraceError } from "@millrace/protocol";
import type { ClientFailure } from "./client-failure.js";

/** A request that the bridge itself turns down, or gives up. It becomes an answer in the client's format. */
export class Refusal extends MillraceError<"refused"> {
  readonly failure: ClientFailure;
  /** Of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(failure: ClientFailure, headers: Readonly<Record<string, string>> = {}) {
    super("refused", failure.message);
    this.name = "Refusal";
    this.failure = failure;
    this.headers = headers;
  }
}

/** Whether the bridge itself said no. */
export function isRefusal(error: unknown): error is Refusal {
  return MillraceError.isInstance(error) && error.code === "refused";
}
