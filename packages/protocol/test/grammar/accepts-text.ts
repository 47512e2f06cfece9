import type { GbnfGrammar, GbnfNode } from "./gbnf-grammar.js";

/** Whether the grammar allows exactly this text. For short texts: it knows every place where a rule could end. */
export function acceptsText(grammar: GbnfGrammar, text: string): boolean {
  const known = new Map<string, ReadonlySet<number>>();

  function endsOf(node: GbnfNode, at: number): ReadonlySet<number> {
    switch (node.kind) {
      case "literal":
        return new Set(text.startsWith(node.text, at) ? [at + node.text.length] : []);
      case "characters": {
        const code = text.codePointAt(at);
        return new Set(code !== undefined && isInClass(node, code) ? [at + String.fromCodePoint(code).length] : []);
      }
      case "sequence":
        return node.parts.reduce<ReadonlySet<number>>((ends, part) => fromEach(part, ends), new Set([at]));
      case "choice":
        return new Set(node.of.flatMap((one) => [...endsOf(one, at)]));
      case "repeat":
        return endsOfRepeat(node, at);
      case "rule":
        return endsOfRule(node.name, at);
    }
  }

  function fromEach(node: GbnfNode, starts: ReadonlySet<number>): ReadonlySet<number> {
    return new Set([...starts].flatMap((start) => [...endsOf(node, start)]));
  }

  function endsOfRepeat({ of, min, max }: GbnfNode & { kind: "repeat" }, at: number): ReadonlySet<number> {
    const found = new Set<number>(min === 0 ? [at] : []);
    let ends: ReadonlySet<number> = new Set([at]);
    for (let count = 1; count <= max && ends.size > 0; count++) {
      ends = new Set([...fromEach(of, ends)].filter((end) => count <= min || !found.has(end)));
      if (count >= min) for (const end of ends) found.add(end);
    }
    return found;
  }

  function endsOfRule(name: string, at: number): ReadonlySet<number> {
    const key = `${name} ${at}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const rule = grammar.get(name);
    const ends = rule === undefined ? new Set<number>() : endsOf(rule, at);
    known.set(key, ends);
    return ends;
  }

  return endsOfRule("root", 0).has(text.length);
}

/** Whether a class of characters holds the one with this code point. */
export function isInClass({ ranges, negated }: GbnfNode & { kind: "characters" }, code: number): boolean {
  return ranges.some(([first, last]) => first <= code && code <= last) !== negated;
}
