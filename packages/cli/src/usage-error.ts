import { MillraceError } from "@millrace/protocol";

/**
 * The command line or a configuration file asks for something that cannot be: exit code 2. The message names what was
 * given and what to give instead.
 */
export class UsageError extends MillraceError<"usage"> {
  constructor(message: string, options?: { cause?: unknown }) {
    super("usage", message, options);
    this.name = "UsageError";
  }
}
