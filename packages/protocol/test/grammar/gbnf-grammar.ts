/** What a rule of a grammar is made of, read from GBNF text. `literal` and `characters` are its letters. */
export type GbnfNode =
  | { kind: "literal"; text: string }
  | { kind: "characters"; ranges: readonly (readonly [first: number, last: number])[]; negated: boolean }
  | { kind: "sequence"; parts: readonly GbnfNode[] }
  | { kind: "choice"; of: readonly GbnfNode[] }
  | { kind: "repeat"; of: GbnfNode; min: number; max: number }
  | { kind: "rule"; name: string };

/** The rules by name; `root` is where texts begin. */
export type GbnfGrammar = ReadonlyMap<string, GbnfNode>;

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
const HEX_LENGTH: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/**
 * Reads a grammar in GBNF, as llama.cpp does. Written from its notation alone, so that a mistake in how we write rules
 * shows. Throws an Error that says where it is wrong, also if a rule is missing or is named twice.
 */
export function parseGbnf(text: string): GbnfGrammar {
  const rules = new Map<string, GbnfNode>();
  for (const line of text.split("\n").filter((line) => line !== "")) {
    const [, name, body] = /^([A-Za-z0-9-]+) ::= (.*)$/.exec(line) ?? [];
    if (name === undefined || body === undefined) throw new Error(`No rule: ${line}`);
    if (rules.has(name)) throw new Error(`Named twice: ${name}`);
    rules.set(name, new RuleParser(body).parse());
  }
  for (const rule of rules.values()) checkNames(rule, rules);
  if (!rules.has("root")) throw new Error("There is no root.");
  return rules;
}

class RuleParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): GbnfNode {
    const node = this.#choice();
    if (this.#at < this.#text.length) this.#fail("the end");
    return node;
  }

  #choice(): GbnfNode {
    const of = [this.#sequence()];
    while (this.#takes("|")) of.push(this.#sequence());
    return of.length === 1 && of[0] !== undefined ? of[0] : { kind: "choice", of };
  }

  #sequence(): GbnfNode {
    const parts: GbnfNode[] = [];
    for (this.#blanks(); this.#at < this.#text.length && !/[|)]/.test(this.#here); this.#blanks()) {
      parts.push(this.#repeated(this.#atom()));
    }
    if (parts.length === 0) this.#fail("something");
    return { kind: "sequence", parts };
  }

  #atom(): GbnfNode {
    if (this.#takes("(")) {
      const inside = this.#choice();
      if (!this.#takes(")")) this.#fail(")");
      return inside;
    }
    if (this.#takes('"')) return this.#literal();
    if (this.#takes("[")) return this.#class();
    const name = /^[A-Za-z0-9-]+/.exec(this.#text.slice(this.#at))?.[0] ?? this.#fail("a name");
    this.#at += name.length;
    return { kind: "rule", name };
  }

  #literal(): GbnfNode {
    let text = "";
    while (!this.#takes('"')) text += this.#character();
    return { kind: "literal", text };
  }

  #class(): GbnfNode {
    const negated = this.#takes("^");
    const ranges: [number, number][] = [];
    while (!this.#takes("]")) {
      const first = codeOf(this.#character());
      const isRange = this.#here === "-" && this.#text[this.#at + 1] !== "]" && this.#takes("-");
      ranges.push([first, isRange ? codeOf(this.#character()) : first]);
    }
    return { kind: "characters", ranges, negated };
  }

  #repeated(of: GbnfNode): GbnfNode {
    const [mark] = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(this.#text.slice(this.#at)) ?? [];
    if (mark === undefined) return of;
    this.#at += mark.length;
    const bounds = { "*": [0], "+": [1], "?": [0, 1] }[mark] ?? mark.slice(1, -1).split(",").map(Number);
    const [min = 0, given] = bounds;
    const max = given || (/\{\d+\}/.test(mark) ? min : Number.POSITIVE_INFINITY);
    return { kind: "repeat", of, min, max };
  }

  #character(): string {
    const here = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? this.#fail("a character"));
    this.#at += here.length;
    if (here !== "\\") return here;
    const mark = this.#here;
    this.#at++;
    const length = HEX_LENGTH[mark];
    if (length === undefined) {
      if (!'nrt\\"[]'.includes(mark)) this.#fail("an escape");
      return ESCAPED[mark] ?? mark;
    }
    const digits = this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
    return String.fromCodePoint(Number.parseInt(digits, 16));
  }

  get #here(): string {
    return this.#text[this.#at] ?? "";
  }

  #takes(mark: string): boolean {
    const isHere = this.#here === mark;
    if (isHere) this.#at++;
    return isHere;
  }

  #blanks(): void {
    while (this.#takes(" "));
  }

  #fail(wanted: string): never {
    throw new Error(`Expected ${wanted} at ${this.#at} of: ${this.#text}`);
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function checkNames(node: GbnfNode, rules: GbnfGrammar): void {
  if (node.kind === "rule" && !rules.has(node.name)) throw new Error(`There is no rule ${node.name}.`);
  if (node.kind === "sequence") for (const part of node.parts) checkNames(part, rules);
  if (node.kind === "choice") for (const part of node.of) checkNames(part, rules);
  if (node.kind === "repeat") checkNames(node.of, rules);
}
