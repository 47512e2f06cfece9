import { characters, choice, classOf, type Expression, type Grammar, literal, sequence } from "./gbnf.js";

/** Control characters but tab and line break. A carriage return is one: readers disagree on whether `\r\n` is layout. */
const CONTROLS = "\\x00-\\x08\\x0B-\\x1F\\x7F";

/** Characters of a tag's name, see `isNameCharacter`. */
const NAME_ASCII = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:";
const NAME_BEYOND = "\\u0080-\\U0010FFFF";

/** The names as a tree: what they are made of, letter by letter, in lower case. */
interface NameNode {
  readonly next: Map<string, NameNode>;
  /** What ends here: a name, which more characters make another name, or a mark, whatever follows it. */
  end: "name" | "mark" | undefined;
}

/**
 * One character of a text in which no tag of these names begins, open or close: or a `<` and what follows it up to where
 * none can begin any more. The rules are the automaton of the names: a rule for each beginning of a name, which goes on,
 * starts over at another `<`, or ends. Control characters are none of it, but tab and line break.
 *
 * @example rawUnit(grammar, ["path"]); // `a`, `é`, `<p>`, `< d`, `<patho`; not `<path>`, `</ Path`, `<`
 */
export function rawUnit(grammar: Grammar, tags: readonly string[]): Expression {
  const behind = grammar.recursive("behind-lt", `behind-lt ${tags.join(" ")}`, (self) => {
    function rest(node: NameNode, isStart: boolean): Expression {
      const letters = [...node.next.keys()];
      const go = [...node.next]
        .filter(([, next]) => next.end !== "mark")
        .map(([letter, next]) =>
          sequence(characters(classOf(spellings(letter))), grammar.rule("in-tag", rest(next, false))),
        );
      if (node.end === "name") return choice(...go, characters(otherNameCharacters(letters)));
      const again = sequence(literal("<"), self);
      const own = classOf(letters.flatMap(spellings)) + (letters.includes("_") ? classOf("\\") : "");
      const over = characters(`^<${CONTROLS}${isStart ? "/ \\t" : ""}${own}`);
      return isStart ? choice(...go, again, sequence(characters("/ \\t"), self), over) : choice(...go, again, over);
    }
    return rest(nameTree(tags), true);
  });
  return grammar.rule("text", choice(characters(`^<${CONTROLS}`), sequence(literal("<"), behind)));
}

function nameTree(names: readonly string[]): NameNode {
  const root: NameNode = { next: new Map(), end: undefined };
  for (const name of names) {
    let node = root;
    for (const letter of name.toLowerCase()) {
      const next = node.next.get(letter) ?? { next: new Map(), end: undefined };
      node.next.set(letter, next);
      node = next;
    }
    node.end = /[\w.:\-\u0080-\u{10FFFF}]$/u.test(name) ? "name" : "mark";
  }
  return root;
}

/** What makes another name of one that is complete. Beyond ASCII all or nothing is allowed: an own letter there is rare. */
function otherNameCharacters(letters: readonly string[]): string {
  const own = new Set(letters.flatMap(spellings));
  const others = [...NAME_ASCII].filter((one) => !own.has(one));
  return classOf(others) + ([...own].some((one) => one > "\x7F") ? "" : NAME_BEYOND);
}

/** A letter as readers take it for the same: in both cases, and as special tokens are spelt. See `tagKey`. */
function spellings(letter: string): string[] {
  if (letter === "|" || letter === "\uFF5C") return ["|", "\uFF5C"];
  if (letter === "_") return ["_", "\u2581"];
  // The sign of Kelvin is a k in lower case.
  return [...new Set([letter, letter.toUpperCase(), ...(letter === "k" ? ["\u212A"] : [])])];
}
