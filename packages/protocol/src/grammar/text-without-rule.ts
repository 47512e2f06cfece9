import {
  characters,
  choice,
  classOf,
  type Expression,
  type Grammar,
  literal,
  optional,
  repeat,
  sequence,
} from "./gbnf.js";

/**
 * Any text, the empty one too, in which none of these marks stands whole; its end may be the beginning of one. The rules
 * are the automaton of Aho and Corasick: for each beginning of a mark one that goes on to a longer beginning, back to a
 * shorter one, or ends. They are repeated and do not call themselves up to the text's end: xgrammar would remember each
 * step, and take time with the square of the length. At most two rules for each beginning of a mark.
 *
 * xgrammar knows only ASCII in a class of what is not: a mark with other characters near its beginning (DeepSeek's `｜`) is
 * let through there.
 *
 * @example textWithout(grammar, ["<call>"]); // `a < b`, `<cal`, `<<call`; not `<call>`, `a<call>b`
 */
export function textWithout(grammar: Grammar, marks: readonly string[]): Expression {
  const key = JSON.stringify(marks);
  const letters = [...new Set(marks.flatMap((mark) => [...mark]))];
  const beginnings = new Set(marks.flatMap((mark) => prefixes(mark)));

  /** Behind a beginning: the letters that may become a mark, each with the longest beginning that then stands there. */
  function follow(beginning: string): { letter: string; end: string; isWhole: boolean }[] {
    const texts = letters.map((letter) => ({ letter, text: beginning + letter }));
    return texts
      .map(({ letter, text }) => ({
        letter,
        end: suffixes(text).find((end) => beginnings.has(end)) ?? "",
        isWhole: marks.some((mark) => text.endsWith(mark)),
      }))
      .filter(({ end, isWhole }) => end !== "" || isWhole);
  }

  /** What may follow a beginning until no mark is begun any more. */
  function until(beginning: string): Expression {
    return grammar.recursive("prose", `prose ${key} ${beginning}`, () => {
      const next = follow(beginning);
      const over = characters(`^${classOf(next.map(({ letter }) => letter))}`);
      const on = next.filter(({ isWhole }) => !isWhole);
      return choice(over, ...on.map(({ letter, end }) => sequence(literal(letter), until(end))));
    });
  }

  /** What may follow a beginning where the text ends within one. */
  function tail(beginning: string): Expression {
    const on = follow(beginning).filter(({ isWhole }) => !isWhole);
    if (on.length === 0) return sequence();
    return grammar.recursive("prose-end", `end ${key} ${beginning}`, () =>
      optional(choice(...on.map(({ letter, end }) => sequence(literal(letter), tail(end))))),
    );
  }

  return grammar.rule("text-without", sequence(repeat(until(""), 0), tail("")));
}

/** All beginnings of a mark but the mark itself, the empty one first. */
function prefixes(mark: string): string[] {
  const characters = [...mark];
  return characters.map((_, length) => characters.slice(0, length).join(""));
}

/** All ends of a text, the text itself first. */
function suffixes(text: string): string[] {
  const characters = [...text];
  return characters.map((_, from) => characters.slice(from).join(""));
}
