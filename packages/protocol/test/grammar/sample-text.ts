import { isInClass } from "./accepts-text.js";
import type { GbnfGrammar, GbnfNode } from "./gbnf-grammar.js";

/** Characters that mean something to a reader somewhere, and some that need more than one byte or unit. */
const TELLING = [
  ..."<></>\"'`\\{}[](),:;=|-_.#$&~?! \t\n\n0179abeflnprtuABPT",
  "\r",
  "\0",
  "é",
  "中",
  "｜",
  "▁",
  "🎉",
  " ",
];

/** So many rules deep, or so long, a text is brought to its end. */
const DEEPEST = 60;
const LONGEST = 3_000;

/**
 * Makes random texts of a grammar: what a model would write that knows nothing but its rules, with a liking for characters
 * that mean something. The same seed makes the same text.
 */
export class TextSampler {
  readonly #grammar: GbnfGrammar;
  /** How many rules deep a node goes at least: the way to an end. */
  readonly #heights = new Map<string, number>();
  #random: () => number = () => 0;
  #length = 0;

  constructor(grammar: GbnfGrammar) {
    this.#grammar = grammar;
    // A rule's height follows from those of the rules in it: as many passes as the longest way to an end.
    for (let changed = true; changed; ) {
      changed = false;
      for (const [name, rule] of grammar) {
        const height = this.#height(rule) + 1;
        if (height < this.#heightOf(name)) {
          this.#heights.set(name, height);
          changed = true;
        }
      }
    }
  }

  sample(seed: number): string {
    this.#random = randomFrom(seed);
    this.#length = 0;
    return this.#write({ kind: "rule", name: "root" }, 0);
  }

  #write(node: GbnfNode, depth: number): string {
    switch (node.kind) {
      case "literal":
        this.#length += node.text.length;
        return node.text;
      case "characters":
        this.#length++;
        return this.#character(node);
      case "sequence":
        return node.parts.map((part) => this.#write(part, depth)).join("");
      case "choice":
        return this.#write(this.#mustEnd(depth) ? this.#shortest(node.of) : this.#pick(node.of), depth);
      case "repeat":
        return this.#repeat(node, depth);
      case "rule":
        return this.#write(this.#grammar.get(node.name) ?? node, depth + 1);
    }
  }

  #repeat({ of, min, max }: GbnfNode & { kind: "repeat" }, depth: number): string {
    let text = "";
    // Most repetitions are short, some are long.
    const likely = this.#random() < 0.2 ? 0.95 : 0.6;
    for (let count = 0; count < max && (count < min || (!this.#mustEnd(depth) && this.#random() < likely)); count++) {
      text += this.#write(of, depth);
    }
    return text;
  }

  #character(node: GbnfNode & { kind: "characters" }): string {
    const telling = TELLING.filter((one) => isInClass(node, one.codePointAt(0) ?? 0));
    if (telling.length > 0 && (node.negated || this.#random() < 0.5)) return this.#pick(telling);
    const [first, last] = this.#pick(node.ranges);
    return String.fromCodePoint(first + Math.floor(this.#random() * (last - first + 1)));
  }

  #mustEnd(depth: number): boolean {
    return depth > DEEPEST || this.#length > LONGEST;
  }

  #shortest(nodes: readonly GbnfNode[]): GbnfNode {
    return nodes.reduce((best, node) => (this.#height(node) < this.#height(best) ? node : best));
  }

  #height(node: GbnfNode): number {
    switch (node.kind) {
      case "literal":
      case "characters":
        return 0;
      case "sequence":
        return Math.max(...node.parts.map((part) => this.#height(part)));
      case "choice":
        return Math.min(...node.of.map((one) => this.#height(one)));
      case "repeat":
        return node.min === 0 ? 0 : this.#height(node.of);
      case "rule":
        return this.#heightOf(node.name);
    }
  }

  #heightOf(name: string): number {
    return this.#heights.get(name) ?? Number.POSITIVE_INFINITY;
  }

  #pick<T>(list: readonly T[]): T {
    const one = list[Math.floor(this.#random() * list.length)];
    if (one === undefined) throw new Error("Nothing to pick from.");
    return one;
  }
}

/** Random numbers from 0 up to 1 (mulberry32): the same seed, the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
