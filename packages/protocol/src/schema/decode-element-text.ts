const CDATA = "<![CDATA[";
const CDATA_END = "]]>";

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);

/**
 * What the text of an element says: CDATA sections taken out of their marks, the five entities of XML decoded elsewhere.
 * Where a `<` stands in it the model escapes nothing, so nothing is decoded: `<b>&amp;</b>` is code. Linear in the text.
 */
export function decodeElementText(written: string): string {
  let said = "";
  let at = 0;
  for (let from = written.indexOf(CDATA); from !== -1; from = written.indexOf(CDATA, at)) {
    const end = written.indexOf(CDATA_END, from);
    if (end === -1) break;
    said += decodeEntities(written.slice(at, from)) + written.slice(from + CDATA.length, end);
    at = end + CDATA_END.length;
  }
  return said + decodeEntities(written.slice(at));
}

function decodeEntities(text: string): string {
  return text.includes("<")
    ? text
    : text.replace(/&(?:lt|gt|amp|quot|apos);/g, (entity) => ENTITIES.get(entity) ?? entity);
}
