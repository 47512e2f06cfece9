import { MillraceError } from "@millrace/protocol";

/** A glob, read once. */
export interface PathPattern {
  /** Characters before the first wildcard: the longer, the more specific the rule. */
  literalLength: number;
  matches(name: string): boolean;
}

/** Alternatives that braces may unfold to; more is a mistake, not a rule. */
const MAX_ALTERNATIVES = 64;
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;
const WILDCARD = /[*?{}]/;

/**
 * Reads a glob over names with `/`: `*` and `?` stay within a segment, `**` as a whole segment spans any number of them,
 * `{a,b}` is either, `\` takes the next character as it is. A pattern without wildcards covers that name and, as a
 * folder, all below it; `src/**` covers `src` itself, too. Case counts. A relative pattern never matches an absolute name.
 *
 * Matching is polynomial at worst (name length × pattern length): each stretch between two wildcards is looked for at
 * its first place only, in an atomic group, so there is no backtracking from one wildcard into another.
 *
 * @throws MillraceError `invalid_rule` for unbalanced braces, too many alternatives or a `\` at the end.
 */
export function compilePattern(pattern: string): PathPattern {
  const alternatives = unfoldBraces(pattern);
  let group = 0;
  const sources = alternatives.map((alternative) => globSource(alternative, () => `g${group++}`));
  const expression = new RegExp(`^(?:${sources.join("|")})$`, "su");
  return { literalLength: literalLength(pattern), matches: (name) => expression.test(name) };
}

/** Takes a name as a pattern that matches it and, as a folder, what is below it. */
export function escapePattern(name: string): string {
  return name.replace(/[\\*?{}]/g, "\\$&");
}

function literalLength(pattern: string): number {
  let length = 0;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (WILDCARD.test(char)) break;
    if (char === "\\") at++;
    length++;
  }
  return length;
}

/** `a{b,c{d,e}}` → `ab`, `acd`, `ace`. Escapes are kept for the next step. */
function unfoldBraces(pattern: string): string[] {
  let open = -1;
  let depth = 0;
  const commas: number[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    if (char === "\\") {
      if (++at === pattern.length)
        throw invalid(pattern, "it ends with a single \\; write \\\\ for the character itself");
    } else if (char === "{") {
      if (depth++ === 0) open = at;
    } else if (char === "," && depth === 1) commas.push(at);
    else if (char === "}") {
      if (depth-- === 0) throw invalid(pattern, "it has a } without a {; write \\} for the character itself");
      if (depth > 0) continue;
      const starts = [open, ...commas];
      const ends = [...commas, at];
      const tails = unfoldBraces(pattern.slice(at + 1));
      const middles = starts.flatMap((start, index) => unfoldBraces(pattern.slice(start + 1, ends[index])));
      if (middles.length * tails.length > MAX_ALTERNATIVES)
        throw invalid(pattern, "its braces unfold to too many patterns");
      return middles.flatMap((middle) => tails.map((tail) => pattern.slice(0, open) + middle + tail));
    }
  }
  if (depth > 0) throw invalid(pattern, "it has a { without a }; write \\{ for the character itself");
  return [pattern];
}

/** One pattern without braces as the source of a regular expression, without anchors. */
function globSource(glob: string, groupName: () => string): string {
  const segments = glob.split("/");
  if (!hasWildcard(glob)) return `${segmentSource(glob, groupName)}(?:/.*)?`;
  const groups: string[][] = [[]];
  for (const segment of segments) {
    if (segment !== "**") groups.at(-1)?.push(segmentSource(segment, groupName));
    else if (groups.length === 1 || groups.at(-1)?.length) groups.push([]);
  }
  const [first = [], ...rest] = groups;
  const last = rest.pop();
  if (last === undefined) return first.join("/");
  let source = first.length > 0 ? first.join("/") : "";
  // Behind `**` a group is taken at its first place. Only the last one must reach the end of the name.
  let lead = first.length > 0 ? "/" : "(?!/)";
  for (const group of rest) {
    const name = groupName();
    source += `${lead}(?=(?<${name}>(?:[^/]+/)*?${group.join("/")}(?=/|$)))\\k<${name}>`;
    lead = "/";
  }
  if (last.length > 0) return `${source}${lead}(?:[^/]+/)*?${last.join("/")}`;
  return source === "" ? "(?!/).*" : `${source}(?:/.*)?`;
}

function hasWildcard(glob: string): boolean {
  return /[*?]/.test(glob.replace(/\\./gs, ""));
}

/** `a*b?c`: the pieces between stars, each at its first place, the last at the end of the segment. */
function segmentSource(segment: string, groupName: () => string): string {
  const pieces = [""];
  for (let at = 0; at < segment.length; at++) {
    const char = segment.charAt(at);
    const piece = pieces.length - 1;
    if (char === "*") {
      if (at === 0 || segment.charAt(at - 1) !== "*" || pieces[piece] !== "") pieces.push("");
    } else if (char === "?") pieces[piece] += "[^/]";
    else pieces[piece] += (char === "\\" ? segment.charAt(++at) : char).replace(SPECIAL, "\\$&");
  }
  const [head = "", ...tail] = pieces;
  const end = tail.pop();
  if (end === undefined) return head;
  let source = head;
  for (const piece of tail) {
    const name = groupName();
    source += `(?=(?<${name}>[^/]*?${piece}))\\k<${name}>`;
  }
  return `${source}[^/]*${end}(?=/|$)`;
}

function invalid(pattern: string, fault: string): MillraceError<"invalid_rule"> {
  return new MillraceError("invalid_rule", `The pattern "${pattern}" cannot be read: ${fault}.`);
}
