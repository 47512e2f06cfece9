import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, escapePattern } from "../../src/approvals/path-pattern.js";

describe("a path pattern", () => {
  it.each([
    // pattern, names it covers, names it does not
    ["src/*.ts", ["src/a.ts", "src/.ts", "src/.hidden.ts"], ["src/a/b.ts", "a.ts", "src/a.tsx", "xsrc/a.ts"]],
    ["src/**", ["src", "src/a", "src/a/b/c.ts"], ["src2/a", "xsrc/a", "/src/a"]],
    ["**", ["a", "a/b", "."], ["/etc/passwd"]],
    ["**/*.md", ["a.md", "x/a.md", "x/y/a.md"], ["a.mdx", "/x/a.md"]],
    ["docs/**/img/*.png", ["docs/img/a.png", "docs/x/y/img/a.png"], ["docs/img/x/a.png", "img/a.png"]],
    ["a/**/b/**/c", ["a/b/c", "a/x/b/y/z/c", "a/b/b/c/c"], ["a/c", "a/b/x", "a/b/c/d"]],
    ["**/test/**", ["test", "test/a", "x/test/a/b"], ["tests/a", "x/testing"]],
    ["a/**/**/b", ["a/b", "a/x/b"], ["ab"]],
    ["a?c", ["abc", "a.c"], ["ac", "a/c", "abbc"]],
    ["{src,test}/**", ["src/a", "test/a/b"], ["srctest/a", "lib/a"]],
    ["a{b,c{d,e}}f", ["abf", "acdf", "acef"], ["acf", "abdf"]],
    ["*a*b*", ["ab", "xaxbx", "aab"], ["ba", "a/b"]],
    ["a*a", ["aa", "axa"], ["a"]],
    ["src", ["src", "src/a", "src/a/b"], ["src2", "a/src"]],
    ["app/[id]/(x)+.ts", ["app/[id]/(x)+.ts"], ["app/i/(x)+.ts"]],
    ["a\\*b", ["a*b", "a*b/c"], ["axb"]],
    ["Src/a", ["Src/a"], ["src/a"]],
    ["/tmp/**", ["/tmp", "/tmp/a/b"], ["tmp/a", "/tmpx"]],
    ["*.example.com", ["api.example.com", "a.b.example.com"], ["example.com", "example.com.evil.test"]],
  ] as const)("%j", (pattern, covers, leaves) => {
    const compiled = compilePattern(pattern);
    expect(covers.filter((name) => !compiled.matches(name))).toEqual([]);
    expect(leaves.filter((name) => compiled.matches(name))).toEqual([]);
  });

  it("knows how much of it is literal", () => {
    expect(["src/**", "src/a.ts", "**/x", "a\\*b*", "{a,b}"].map((text) => compilePattern(text).literalLength)).toEqual(
      [4, 8, 0, 3, 0],
    );
  });

  it("agrees with a plain matcher on every small pattern and name", () => {
    const small = (alphabet: string[]) => fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 9 });
    fc.assert(
      fc.property(small(["a", "b", "*", "**", "?", "/", "/**/"]), small(["a", "b", "/"]), (pattern, name) => {
        // Names and patterns are normalised before they meet.
        fc.pre(isNormal(pattern) && isNormal(name) && /[*?]/.test(pattern));
        expect(compilePattern(pattern).matches(name)).toBe(plainMatch(pattern.split("/"), name.split("/")));
      }),
      { numRuns: 10_000 },
    );
  });

  it("made from a name matches that name, whatever characters it has", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (name) => {
        expect(compilePattern(escapePattern(name)).matches(name)).toBe(true);
      }),
    );
  });

  it("does not blow up on patterns made to backtrack", () => {
    const name = `${"a".repeat(5_000)}b`;
    expect(compilePattern(`${"*a".repeat(30)}c`).matches(name)).toBe(false);
    const deep = `${"a/".repeat(2_000)}b`;
    expect(compilePattern(`${"**/a/".repeat(20)}c`).matches(deep)).toBe(false);
  });
});

function isNormal(path: string): boolean {
  return (
    path !== "" && path.split("/").every((segment) => segment !== "" && !(segment.includes("**") && segment !== "**"))
  );
}

/** The meaning of a pattern, tried in full. */
function plainMatch(pattern: readonly string[], name: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return name.length === 0;
  if (first === "**") {
    if (rest.length === 0) return true;
    return plainMatch(rest, name) || (name.length > 0 && plainMatch(pattern, name.slice(1)));
  }
  const [segment, ...others] = name;
  return segment !== undefined && matchSegment(first, segment) && plainMatch(rest, others);
}

function matchSegment(pattern: string, segment: string): boolean {
  if (pattern === "") return segment === "";
  const [first] = pattern;
  if (first === "*")
    return matchSegment(pattern.slice(1), segment) || (segment !== "" && matchSegment(pattern, segment.slice(1)));
  return segment !== "" && (first === "?" || first === segment[0]) && matchSegment(pattern.slice(1), segment.slice(1));
}
