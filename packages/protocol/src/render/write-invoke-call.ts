import type { Dialect } from "../dialects/dialect.js";
import { type TaggedArgument, writeTaggedCall } from "./write-tagged-call.js";

/** How one family spells `<invoke name="…"><parameter name="…">…</parameter></invoke>`. */
export interface InvokeCallForm {
  before: string;
  /** Stands before each tag name: `ns:` gives `<ns:invoke` and `</ns:invoke`. */
  prefix: string;
  /** What stands behind each mark between two of them. */
  between: "\n" | "";
  /** More attributes of a parameter, with the blank before them. */
  attributes?(argument: TaggedArgument): string;
  after: string;
}

/**
 * Makes the writer of a dialect of the invoke family. Strings stand directly between the tags: blanks and line breaks at
 * their edges are data.
 *
 * @example
 * writeInvokeCall({ before: "<function_calls>\n", prefix: "", between: "\n", after: "</function_calls>" });
 */
export function writeInvokeCall({
  before,
  prefix,
  between,
  attributes = () => "",
  after,
}: InvokeCallForm): Dialect["writeCall"] {
  return writeTaggedCall({
    open: (name) => `${before}<${prefix}invoke name="${name}">${between}`,
    argument: (argument) =>
      `<${prefix}parameter name="${argument.name}"${attributes(argument)}>${argument.text}</${prefix}parameter>${between}`,
    close: `</${prefix}invoke>${between}${after}`,
  });
}
