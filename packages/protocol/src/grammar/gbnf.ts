/**
 * A piece of a grammar in GBNF, the notation of llama.cpp. `binds` says how tightly it holds together: whoever puts it
 * into another piece knows by it whether it needs brackets.
 */
export interface Expression {
  readonly text: string;
  readonly binds: "atom" | "sequence" | "choice";
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "[": "\\[",
  "]": "\\]",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "^": "\\x5E",
  "-": "\\x2D",
};

/** Exactly this text. The empty text is the empty sequence. */
export function literal(text: string): Expression {
  if (text === "") return sequence();
  const escaped = text.replace(/["\\\p{Cc}]/gu, escapeCharacter);
  return { text: `"${escaped}"`, binds: "atom" };
}

/** One character of a class, given as it stands between the square brackets: `a-z`, `^<`. See {@link classOf}. */
export function characters(inBrackets: string): Expression {
  return { text: `[${inBrackets}]`, binds: "atom" };
}

/** Single characters as they stand in a class, those escaped that mean something there. */
export function classOf(characters: Iterable<string>): string {
  return Array.from(characters, (one) => (/[[\]\\^\-"]|\p{Cc}/u.test(one) ? escapeCharacter(one) : one)).join("");
}

/** One piece after the other; empty ones are left out, literals side by side become one. */
export function sequence(...parts: readonly Expression[]): Expression {
  const present: Expression[] = [];
  for (const part of parts) {
    const last = present[present.length - 1];
    if (last !== undefined && isLiteral(last) && isLiteral(part)) {
      present[present.length - 1] = { text: last.text.slice(0, -1) + part.text.slice(1), binds: "atom" };
    } else if (part.text !== "") present.push(part);
  }
  const [only] = present;
  if (only !== undefined && present.length === 1) return only;
  return { text: present.map((part) => within(part, "sequence")).join(" "), binds: "sequence" };
}

/** One of the pieces; the same piece twice counts once. */
export function choice(...parts: readonly Expression[]): Expression {
  const texts = new Set(parts.map((part) => part.text));
  const [only] = parts;
  if (only !== undefined && texts.size === 1) return only;
  return { text: [...texts].join(" | "), binds: "choice" };
}

/** The piece `min` to `max` times; without `max` any number of times from `min`. */
export function repeat(part: Expression, min: number, max?: number): Expression {
  if (part.text === "" || max === 0) return sequence();
  if (min === 1 && max === 1) return part;
  return { text: `${within(part, "atom")}${times(min, max)}`, binds: "atom" };
}

/** The piece or nothing. */
export function optional(part: Expression): Expression {
  return repeat(part, 0, 1);
}

/**
 * Collects the named rules of a grammar and writes it down. Rules with the same body are one rule.
 *
 * Source of the notation: `grammars/README.md` and `src/llama-grammar.cpp` of llama.cpp. A name there is made of
 * letters, digits and `-`; a rule is a line.
 *
 * @example
 * const grammar = new Grammar();
 * const digits = grammar.rule("digits", repeat(characters("0-9"), 1));
 * grammar.write(sequence(literal("n="), digits)); // root ::= "n=" digits\ndigits ::= [0-9]+\n
 */
export class Grammar {
  readonly #bodies = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #keyed = new Map<string, Expression>();
  /** How many rules were named like it so far. */
  readonly #counts = new Map<string, number>();

  /** Names `body`, by `hint` or like it, and gives the reference to it. */
  rule(hint: string, body: Expression): Expression {
    const known = this.#names.get(body.text);
    if (known !== undefined) return { text: known, binds: "atom" };
    const self = this.#reserve(hint);
    this.#names.set(body.text, self.text);
    this.#bodies.set(self.text, body.text);
    return self;
  }

  /**
   * A rule whose body may refer to the rule itself, though not as its first piece: no reader of GBNF allows that. The
   * same `key` again is the same rule.
   */
  recursive(hint: string, key: string, bodyOf: (self: Expression) => Expression): Expression {
    const known = this.#keyed.get(key);
    if (known !== undefined) return known;
    const self = this.#reserve(hint);
    this.#keyed.set(key, self);
    this.#bodies.set(self.text, bodyOf(self).text);
    return self;
  }

  /** The grammar's text: texts of `root` are what it allows. */
  write(root: Expression): string {
    return ["root", ...this.#bodies.keys()]
      .map((name) => `${name} ::= ${name === "root" ? root.text : this.#bodies.get(name)}\n`)
      .join("");
  }

  #reserve(hint: string): Expression {
    const stem = hint.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "rule";
    let count = (this.#counts.get(stem) ?? 0) + 1;
    let name = count === 1 ? stem : `${stem}-${count}`;
    while (name === "root" || this.#bodies.has(name)) name = `${stem}-${++count}`;
    this.#counts.set(stem, count);
    this.#bodies.set(name, "");
    return { text: name, binds: "atom" };
  }
}

/** A repetition ends with its mark, so what begins and ends with a quote is no more than that. */
function isLiteral({ text, binds }: Expression): boolean {
  return binds === "atom" && text.startsWith('"') && text.endsWith('"');
}

function within(part: Expression, place: "sequence" | "atom"): string {
  const needsBrackets = part.binds === "choice" || (part.binds === "sequence" && place === "atom");
  return needsBrackets ? `(${part.text})` : part.text;
}

function times(min: number, max: number | undefined): string {
  if (max === undefined) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function escapeCharacter(character: string): string {
  return ESCAPES[character] ?? `\\x${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
