import { MAX_JSON_DEPTH } from "../limits.js";

/** An element of a text: `<name>text</name>`. */
export interface TextElement {
  readonly name: string;
  /** What stands between its tags, as written. */
  readonly text: string;
  /** The elements it consists of; none where other text stands between its tags. */
  readonly children: readonly TextElement[];
}

/** An element that was opened. */
interface OpenElement {
  name: string;
  from: number;
  children: TextElement[];
  /** Something but elements and blanks stands in it. */
  hasText: boolean;
}

const CDATA = "<![CDATA[";
const CDATA_END = "]]>";

/**
 * The elements that a text consists of; `undefined` if other text stands between them, one is not closed, or they are
 * nested deeper than {@link MAX_JSON_DEPTH}. A tag has no attributes. Tags that are left open inside an element are text
 * of it, as are those in a CDATA section. Never throws. Linear in the text.
 *
 * @example
 * parseElements("<file><path>a.ts</path></file>");
 * // [{ name: "file", text: "<path>a.ts</path>", children: [{ name: "path", text: "a.ts", children: [] }] }]
 */
export function parseElements(text: string): readonly TextElement[] | undefined {
  const root = openElement("", 0);
  const open = [root];
  const tag = /<!\[CDATA\[|<(\/?)([A-Za-z_][\w.:-]*)\s*(\/?)>/g;
  let behind = 0;
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const [written, slash, name = "", lastSlash] = match;
    const innermost = open[open.length - 1] ?? root;
    if (!isBlankBetween(text, behind, match.index)) innermost.hasText = true;
    if (written === CDATA) {
      const end = text.indexOf(CDATA_END, tag.lastIndex);
      if (end === -1) return undefined;
      innermost.hasText = true;
      tag.lastIndex = end + CDATA_END.length;
    } else if (slash !== "") closeElement(open, name, text, match.index);
    else if (lastSlash !== "") innermost.children.push({ name, text: "", children: [] });
    else if (open.length > MAX_JSON_DEPTH) return undefined;
    else open.push(openElement(name, tag.lastIndex));
    behind = tag.lastIndex;
  }
  const isWhole = open.length === 1 && !root.hasText && isBlankBetween(text, behind, text.length);
  return isWhole && root.children.length > 0 ? root.children : undefined;
}

function openElement(name: string, from: number): OpenElement {
  return { name, from, children: [], hasText: false };
}

/** Closes the innermost open element of this name. Where there is none, the tag is text of the innermost. */
function closeElement(open: OpenElement[], name: string, text: string, to: number): void {
  const at = open.findLastIndex((element) => element.name === name);
  const [closed, ...unclosed] = at === -1 ? [] : open.splice(at);
  const innermost = open[open.length - 1];
  if (innermost === undefined) return;
  if (closed === undefined) innermost.hasText = true;
  else {
    const children = closed.hasText || unclosed.length > 0 ? [] : closed.children;
    innermost.children.push({ name, text: text.slice(closed.from, to), children });
  }
}

function isBlankBetween(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === "";
}
