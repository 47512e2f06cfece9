import type { Dialect } from "../dialects/dialect.js";
import { jsonWriter, tagNamesIn } from "./json-writer.js";
import { orderedArguments } from "./ordered-arguments.js";

/** An argument as it is written: `text` is the string itself, or the JSON of any other value. */
export interface TaggedArgument {
  name: string;
  value: unknown;
  text: string;
}

/** A call whose arguments stand each in a mark of its own. Line breaks between the marks are part of the strings. */
export interface TaggedCallForm {
  open(name: string): string;
  argument(argument: TaggedArgument): string;
  close: string;
}

/** Tags that models write for one another, so that readers of this kind take them all. */
const KINDRED = ["function", "parameter", "invoke", "call", "tool", "tool_call", "function_calls"];

/**
 * Makes the writer of a dialect that gives each argument a mark of its own, and strings in it as they are: nothing is
 * escaped there. A string that holds its own close mark is written all the same: reading it back tells.
 *
 * @example
 * writeTaggedCall({
 *   open: (name) => `<seed:tool_call>\n<function=${name}>\n`,
 *   argument: ({ name, text }) => `<parameter=${name}>${text}</parameter>\n`,
 *   close: "</function>\n</seed:tool_call>",
 * });
 */
export function writeTaggedCall({ open, argument, close }: TaggedCallForm): Dialect["writeCall"] {
  const ownNames = tagNamesIn(open("") + argument({ name: "", value: "", text: "" }) + close);
  return (call, tools) => {
    const given = orderedArguments(call, tools);
    const properties = tools.find((tool) => tool.name === call.name)?.parameters.properties ?? {};
    // A parameter's own name is taken for its tag as well.
    const named = [call.name, ...Object.keys(properties), ...given.map(([name]) => name)].map((name) =>
      name.toLowerCase(),
    );
    const writeJson = jsonWriter([...ownNames, ...KINDRED, ...named]);
    const written = given.map(([name, value]) =>
      argument({ name, value, text: typeof value === "string" ? value : writeJson(value) }),
    );
    return `${open(call.name)}${written.join("")}${close}`;
  };
}
