const MARKER = Symbol.for("millrace.error");

/**
 * The one error class of Millrace. Recognise it with {@link MillraceError.isInstance}, which also works when two
 * copies of a package are installed; tell errors apart by `code`, never by message.
 *
 * A message says what happened, what was tried and what the user can do about it.
 *
 * @example
 * try { createParser({ tools, dialect: "klingon" }) } catch (error) {
 *   if (MillraceError.isInstance(error) && error.code === "invalid_option") console.error(error.message);
 * }
 */
export class MillraceError<Code extends string = string> extends Error {
  readonly [MARKER] = true;
  readonly code: Code;

  constructor(code: Code, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "MillraceError";
    this.code = code;
  }

  /** True for an error made by any installed copy of Millrace. */
  static isInstance(value: unknown): value is MillraceError {
    return typeof value === "object" && value !== null && MARKER in value;
  }
}

/** An option that a caller got wrong: thrown when a thing is created, never later. `option` is its name. */
export class InvalidOptionError extends MillraceError<"invalid_option"> {
  readonly option: string;

  constructor(option: string, message: string) {
    super("invalid_option", message);
    this.name = "InvalidOptionError";
    this.option = option;
  }
}
