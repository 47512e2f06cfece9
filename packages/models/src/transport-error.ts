/** No answer, or one that broke off. Inside this package only: clients turn it into a `ModelError`. */
export class TransportError extends Error {
  /** Node's code, e.g. `ECONNREFUSED`. */
  readonly causeCode: string | undefined;
  /** Whether there was a connection when it failed. */
  readonly connected: boolean;

  constructor(cause: unknown, connected: boolean) {
    const inner = cause instanceof AggregateError && cause.errors.length > 0 ? cause.errors[0] : cause;
    super(inner instanceof Error ? inner.message : String(inner), { cause });
    this.name = "TransportError";
    this.causeCode = codeOf(cause) ?? codeOf(inner);
    this.connected = connected;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
