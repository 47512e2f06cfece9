import type { ToolDefinition } from "../tool-definition.js";

/** As the reader takes them: blanks in a tag and the wrong case are mended, so they open a call as well. */
const OPEN_TAG = /<\s{0,3}([^\s<>/]{1,200})/g;

/** A test for text: does the open tag of a tool stand in it, in any form that the reader would take? Linear in the text. */
export function tagOpener(tools: readonly ToolDefinition[]): (text: string) => boolean {
  const names = new Set(tools.map((tool) => tool.name.toLowerCase()));
  return (text) => {
    for (const [, name] of text.matchAll(OPEN_TAG)) {
      if (name !== undefined && names.has(name.toLowerCase())) return true;
    }
    return false;
  };
}
