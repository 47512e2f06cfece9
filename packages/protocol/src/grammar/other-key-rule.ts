import { isUnsafeKey } from "../schema/parse-json.js";
import { characters, choice, classOf, type Expression, literal, optional, repeat, sequence } from "./gbnf.js";
import type { JsonRules } from "./json-rules.js";
import { PLAIN_IN_STRING } from "./json-string-rule.js";

/** Keys that the reader leaves out wherever they stand, see {@link isUnsafeKey}. */
const UNSAFE_KEYS = ["__proto__", "constructor", "prototype"].filter(isUnsafeKey);

/**
 * A JSON string that is none of `names` and no unsafe key: the key of a property that the schema does not name. It holds
 * no escape, as that could spell one of them. The rule follows the names letter by letter; where the key leaves them all,
 * anything may follow.
 */
export function otherKey(rules: JsonRules, names: readonly string[]): Expression {
  const inString = PLAIN_IN_STRING + (rules.inMarkup ? "<" : "");
  const any = repeat(characters(inString), 0, rules.maxLength);

  /** Behind the `at` characters that all of `left` begin with. */
  function behind(left: readonly (readonly string[])[], at: number): Expression {
    const next = new Map<string, (readonly string[])[]>();
    for (const name of left) {
      const character = name[at];
      if (character !== undefined) next.set(character, [...(next.get(character) ?? []), name]);
    }
    const follows = Array.from(next, ([character, longer]) => sequence(literal(character), behind(longer, at + 1)));
    const rest = choice(...follows, sequence(characters(inString + classOf(next.keys())), any));
    return left.some((name) => name.length === at) ? rest : optional(rest);
  }

  const spelt = [...names, ...UNSAFE_KEYS].filter((name) => JSON.stringify(name) === `"${name}"`);
  const key = behind(
    spelt.map((name) => [...name]),
    0,
  );
  return rules.grammar.rule("other-key", sequence(literal('"'), key, literal('"')));
}
