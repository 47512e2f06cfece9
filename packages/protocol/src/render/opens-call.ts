import type { Dialect } from "../dialects/dialect.js";
import type { FrameOpener } from "../readers/frame.js";
import { tagKey } from "../scan/tag-key.js";
import type { ToolDefinition } from "../tool-definition.js";
import { tagOpener } from "./tag-opener.js";

/** What a dialect is read by. */
type Readable = Pick<Dialect, "toolTags" | "frames" | "reads">;

/** As the reader takes them: blanks in a tag are mended. `<name=` is a name of its own. */
const OPEN_TAG = /<\s{0,3}([^\s<>/=]{1,200})(=?)/g;

const OPEN_FENCE = /(?:`{3,}|~{3,})[ \t]*([^\s`]{0,200})/g;

/**
 * Whether something stands in the text that could open a call of this dialect when a model repeats it: the openers of its
 * frames, in the forms that the reader takes, or the tag of a tool. Where on its line does not matter, as a part may be
 * repeated. An opener that is no sure sign counts only where the text names a tool, too. Linear in the text, times the
 * number of literal openers.
 */
export function opensCall(text: string, dialect: Readable, tools: readonly ToolDefinition[]): boolean {
  const dialects = [dialect, ...(dialect.reads ?? [])];
  if (dialects.some(({ toolTags }) => toolTags === true) && tagOpener(tools)(text)) return true;
  const frames = dialects.flatMap((one) => one.frames);
  const lower = text.toLowerCase();
  const isNamed = tools.some((tool) => lower.includes(tool.name.toLowerCase()));
  const openers = frames.filter(({ weak }) => weak !== true || isNamed).flatMap((frame) => frame.openers);
  return hasTag(text, openers) || hasFence(lower, openers) || openers.some((opener) => hasLiteral(lower, opener));
}

function hasTag(text: string, openers: readonly FrameOpener[]): boolean {
  const names = new Set(openers.flatMap((opener) => ("tag" in opener ? [tagKey(opener.tag)] : [])));
  if (names.size === 0) return false;
  for (const [, name = "", equals = ""] of text.matchAll(OPEN_TAG)) {
    const key = tagKey(name);
    if (names.has(key) || names.has(key + equals)) return true;
  }
  return false;
}

function hasFence(lower: string, openers: readonly FrameOpener[]): boolean {
  const infos = new Set(openers.flatMap((opener) => ("fence" in opener ? [opener.fence] : [])));
  if (infos.size === 0) return false;
  for (const [, info = ""] of lower.matchAll(OPEN_FENCE)) if (infos.has(info)) return true;
  return false;
}

function hasLiteral(lower: string, opener: FrameOpener): boolean {
  if (!("literal" in opener)) return false;
  const { before } = opener;
  const literal = opener.literal.toLowerCase();
  for (let at = lower.indexOf(literal); at !== -1; at = lower.indexOf(literal, at + 1)) {
    const end = at + literal.length;
    if (before === undefined || end === lower.length || before(lower.charCodeAt(end))) return true;
  }
  return false;
}
