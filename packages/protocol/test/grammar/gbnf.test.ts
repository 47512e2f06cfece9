import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  characters,
  choice,
  classOf,
  type Expression,
  Grammar,
  literal,
  optional,
  repeat,
  sequence,
} from "../../src/grammar/gbnf.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";

const [a, b] = [literal("a"), literal("b")];
const letter = characters("a-z");

describe("an expression", () => {
  test.each<[Expression, string]>([
    [literal('say "\\"\n\t\r\0'), '"say \\"\\\\\\"\\n\\t\\r\\x00"'],
    [sequence(a, sequence(), b), '"ab"'],
    [sequence(a, letter), '"a" [a-z]'],
    [sequence(letter, choice(a, b)), '[a-z] ("a" | "b")'],
    [choice(a, sequence(letter, a), a), '"a" | [a-z] "a"'],
    [choice(a, a), '"a"'],
    [optional(a), '"a"?'],
    [repeat(sequence(letter, a), 0), '([a-z] "a")*'],
    [repeat(repeat(a, 2, 3), 1), '"a"{2,3}+'],
    [repeat(a, 3, 3), '"a"{3}'],
    [repeat(a, 2), '"a"{2,}'],
    [repeat(a, 0, 0), ""],
    [sequence(repeat(a, 2, 2), b), '"a"{2} "b"'],
    [characters(classOf('a]-^\\["\n')), '[a\\]\\x2D\\x5E\\\\\\[\\"\\n]'],
  ])("is written with the brackets it needs: %j", (expression, text) => {
    expect(expression.text).toBe(text);
  });

  test("that is a literal allows its text and no other", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary" }), (text, other) => {
        const grammar = parseGbnf(new Grammar().write(literal(text)));
        expect(acceptsText(grammar, text)).toBe(true);
        expect(acceptsText(grammar, other)).toBe(other === text);
      }),
    );
  });

  test("that is a class allows its characters and no others", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1, maxLength: 1 }), (inside, one) => {
        const grammar = parseGbnf(new Grammar().write(characters(classOf(inside))));
        expect(acceptsText(grammar, one)).toBe(inside.includes(one));
      }),
    );
  });
});

describe("a grammar", () => {
  test("gives a rule one name, and rules with one body one rule", () => {
    const grammar = new Grammar();
    const first = grammar.rule("read_file", a);
    const second = grammar.rule("read file", b);
    expect(grammar.write(sequence(first, second, grammar.rule("other", a)))).toBe(
      'root ::= read-file read-file-2 read-file\nread-file ::= "a"\nread-file-2 ::= "b"\n',
    );
  });

  test("names no rule root, and none by nothing", () => {
    const grammar = new Grammar();
    expect(grammar.write(sequence(grammar.rule("root", a), grammar.rule("__", b)))).toBe(
      'root ::= root-2 rule\nroot-2 ::= "a"\nrule ::= "b"\n',
    );
  });

  test("has rules that refer to themselves, one a key", () => {
    const grammar = new Grammar();
    const list = () => grammar.recursive("list", "key", (self) => choice(a, sequence(a, literal(","), self)));
    const parsed = parseGbnf(grammar.write(sequence(list(), literal(";"), list())));
    expect(parsed.size).toBe(2);
    expect(acceptsText(parsed, "a,a,a;a")).toBe(true);
    expect(acceptsText(parsed, "a,;a")).toBe(false);
  });
});
