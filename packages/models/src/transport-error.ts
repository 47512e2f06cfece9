import { describeThrown } from "./error-facts/failure-of.js";

/** No answer, or one that broke off. Inside this package only: clients turn it into a `ModelError`. */
export class TransportError extends Error {
  /** Node's code, e.g. `ECONNREFUSED`. */
  readonly causeCode: string | undefined;
  /** Whether there was a connection when it failed. */
  readonly connected: boolean;

  constructor(cause: unknown, connected: boolean) {
    const { errorMessage, causeCode } = describeThrown(cause);
    super(errorMessage, { cause });
    this.name = "TransportError";
    this.causeCode = causeCode;
    this.connected = connected;
  }
}
