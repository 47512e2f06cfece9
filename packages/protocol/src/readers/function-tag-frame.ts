import { readTagName } from "./call-headers.js";
import { namedJsonFrame } from "./named-json-frame.js";

/** `<function=F>{…}</function>`: Functionary 3.1, and the custom form of Llama 3.1. */
export const functionTagFrame = namedJsonFrame({
  openers: [{ tag: "function=" }],
  readHeader: readTagName,
  closes: ["</function>"],
});
