import type { Dialect } from "./dialects/dialect.js";
import { ChannelReader } from "./message-reader.js";
import type { MessageReader, ParserOptions } from "./options.js";

/**
 * As `createParser`, for a dialect that is given itself and not by its name: a bundler then leaves out all others.
 *
 * @throws InvalidOptionError if an option is wrong; the reader itself never throws on input.
 *
 * @example
 * import { createDialectParser, hermes } from "@millrace/protocol";
 * const reader = createDialectParser(hermes, { tools });
 */
export function createDialectParser(dialect: Dialect, options: Omit<ParserOptions, "dialect">): MessageReader {
  return new ChannelReader(dialect, options);
}
