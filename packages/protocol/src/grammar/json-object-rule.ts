import { choice, type Expression, literal, optional, repeat, sequence } from "./gbnf.js";
import { blanks, type JsonRules, writtenJson } from "./json-rules.js";
import { otherKey } from "./other-key-rule.js";

/** A property that the schema names: what its value is, and whether it must be there. */
export interface JsonMember {
  name: string;
  value: Expression;
  required: boolean;
}

/**
 * A JSON object with these members in this order; those that are not required may be left out.
 *
 * @param other What the values of further members are; absent: there are none.
 */
export function jsonObject(rules: JsonRules, members: readonly JsonMember[], other?: Expression): Expression {
  const space = blanks(rules);
  const comma = sequence(literal(","), space);
  const colon = sequence(literal(":"), space);
  const written = members.map(({ name, value }) => sequence(writtenJson(rules, name), colon, value));
  const names = members.map(({ name }) => name);
  const extra = other && rules.grammar.rule("other-member", sequence(otherKey(rules, names), colon, other));
  let rest = extra ? repeat(sequence(comma, extra), 0, rules.maxLength) : sequence();
  /** What an object may begin with: one of the members up to the first that is required, and what may follow it. */
  let begins = extra ? [sequence(extra, rest)] : [];
  for (const [at, member] of [...members.entries()].reverse()) {
    const text = written[at] ?? sequence();
    begins = [sequence(text, rest), ...(member.required ? [] : begins)];
    const behind = sequence(comma, text);
    rest = rules.grammar.rule(`from-${member.name}`, sequence(member.required ? behind : optional(behind), rest));
  }
  const inside = sequence(choice(...begins), space);
  const mayBeEmpty = !members.some(({ required }) => required);
  const all = begins.length === 0 ? sequence() : mayBeEmpty ? optional(inside) : inside;
  return sequence(literal("{"), space, all, literal("}"));
}
