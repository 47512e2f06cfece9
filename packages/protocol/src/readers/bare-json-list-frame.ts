import { isBlank } from "../scan/characters.js";
import { OPEN_BRACE } from "./json-characters.js";
import { jsonFrame } from "./json-frame-reader.js";

/** A list of JSON calls without a mark, `[{"name": …, "arguments": {…}}]`. A call must name a known tool. */
export const bareJsonListFrame = jsonFrame({
  openers: [{ literal: "[", before: (code) => code === OPEN_BRACE || isBlank(code) }],
  weak: true,
});
