/** What a proxy answered in place of a connection. */
export interface ProxyAnswer {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The beginning of its body, mostly a page of HTML. */
  body: string;
}

/** The proxy could not be reached, or did not let a request through. Inside this package only. */
export class ProxyError extends Error {
  /** Absent: it gave none; `cause` says why. */
  readonly answer: ProxyAnswer | undefined;

  constructor(cause: unknown, answer?: ProxyAnswer) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "ProxyError";
    this.answer = answer;
  }
}
