import { describeThrown } from "./error-facts/failure-of.js";
import { type ProxyAnswer, ProxyError } from "./route/proxy-error.js";

/** No answer, or one that broke off. Inside this package only: clients turn it into a `ModelError`. */
export class TransportError extends Error {
  /** Node's code, e.g. `ECONNREFUSED`. */
  readonly causeCode: string | undefined;
  /** Whether there was a connection when it failed. */
  readonly connected: boolean;
  /** It failed at a proxy, before the server was reached. */
  readonly atProxy: boolean;
  /** What the proxy answered, if it did. */
  readonly proxyAnswer: ProxyAnswer | undefined;

  constructor(cause: unknown, connected: boolean) {
    const { errorMessage, causeCode } = describeThrown(cause);
    super(errorMessage, { cause });
    this.name = "TransportError";
    this.causeCode = causeCode;
    this.connected = connected;
    this.atProxy = cause instanceof ProxyError;
    this.proxyAnswer = cause instanceof ProxyError ? cause.answer : undefined;
  }
}
