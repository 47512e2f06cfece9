const MARKER = Symbol.for("millrace.error");

/**
 * What this package throws. It carries the mark of Millrace's errors, so `MillraceError.isInstance` knows it, although
 * nothing is imported from there. `code`: `invalid_scenario`, `invalid_option`, `no_such_request`.
 */
export class TestkitError extends Error {
  readonly [MARKER] = true;
  readonly code: "invalid_scenario" | "invalid_option" | "no_such_request";

  constructor(code: TestkitError["code"], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "TestkitError";
    this.code = code;
  }
}
