import { bodyParameters, type JsonSchema } from "@millrace/protocol";
import { V2_PARAMS, V2_TOOLS } from "./names.js";
import { type TracedCall, type TracedParam, type TracedText, traceV2 } from "./trace.js";

/** One message and what V2 made of it: all that a difference may be told by. */
export interface Situation {
  readonly input: string;
  readonly texts: readonly TracedText[];
  readonly calls: readonly TracedCall[];
  readonly segments: readonly (TracedText | TracedCall)[];
}

/** The schema every tool of the recorded run is given. */
export const V2_PARAMETERS: JsonSchema = {
  type: "object",
  properties: Object.fromEntries([...V2_PARAMS].map((name) => [name, { type: "string" }])),
};

const BODIES = bodyParameters(V2_PARAMETERS);

export function situationOf(input: string): Situation {
  const segments = traceV2(input, V2_TOOLS, V2_PARAMS);
  return {
    input,
    segments,
    texts: segments.filter((segment) => segment.type === "text"),
    calls: segments.filter((segment) => segment.type === "call"),
  };
}

export function isBody({ name }: TracedParam): boolean {
  return BODIES.has(name);
}

/** A tag in any form that is mended: any case, blanks, attributes, self-closing. */
export interface LooseTag {
  readonly name: string;
  readonly close: boolean;
  /** Written as V2 wants it. */
  readonly exact: boolean;
  readonly selfClosing: boolean;
  readonly attributes: boolean;
  /** Its attributes are parameters. */
  readonly ownAttributes: boolean;
  readonly from: number;
  readonly to: number;
}

/** All tags between two places, of tools, parameters and others. */
export function looseTags(input: string, from: number, to: number): LooseTag[] {
  const pattern = /<(\/?)([ \t]{0,3})([A-Za-z_0-9]+)([^<>]*)>/g;
  return [...input.slice(from, to).matchAll(pattern)].map((match) => {
    const [whole, slash = "", blanks = "", name = "", rest = ""] = match;
    const lower = name.toLowerCase();
    return {
      name: lower,
      close: slash === "/",
      exact: blanks === "" && rest === "" && name === lower,
      selfClosing: rest.endsWith("/"),
      attributes: rest.replace(/\/$/, "").trim() !== "",
      ownAttributes: [...rest.matchAll(/\s([A-Za-z_0-9]+)\s*=/g)].some(([, name = ""]) =>
        V2_PARAMS.has(name.toLowerCase()),
      ),
      from: from + match.index,
      to: from + match.index + whole.length,
    };
  });
}

/** The tag that comes next, blanks skipped; undefined if something else does. */
export function tagBehind(input: string, at: number): LooseTag | undefined {
  const from = skipBlanks(input, at);
  return looseTags(input, from, input.length).find((tag) => tag.from === from);
}

export function skipBlanks(input: string, at: number): number {
  const match = /\S/.exec(input.slice(at));
  return match === null ? input.length : at + match.index;
}

/** A tag that belongs to a call of that tool: one of its parameters, or its close. Every tool has all parameters. */
export function isOwn(tag: LooseTag | undefined, tool: string): boolean {
  return tag !== undefined && (V2_PARAMS.has(tag.name) || (tag.close && tag.name === tool));
}

export function isFirstOnLine(input: string, at: number): boolean {
  return /(?:^|\n)[^\S\n]*$/.test(input.slice(0, at));
}

/** What follows the open tag of a tool makes it a call, or may still do so. */
export function opensCall(input: string, at: number, tool: string): boolean {
  return isOwn(tagBehind(input, at), tool) || isStartOfOwnTag(input.slice(skipBlanks(input, at)), tool);
}

/** The message ends in it, and it may still become one of the tool's own tags. */
export function isStartOfOwnTag(rest: string, tool: string): boolean {
  const names = [...V2_PARAMS].flatMap((name) => [`<${name}>`, `</${name}>`]);
  return [...names, `</${tool}>`].some((tag) => tag.startsWith(rest.toLowerCase()));
}

/** The stretches of a call that are in no parameter. */
export function between({ bodyFrom, bodyTo, params }: TracedCall): [from: number, to: number][] {
  const starts = [bodyFrom, ...params.map(({ to }) => to)];
  const ends = [...params.map(({ from }) => from), bodyTo];
  return starts.map((from, index) => [from, ends[index] ?? bodyTo]);
}
