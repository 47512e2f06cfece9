import type { ImagePart } from "@millrace/agent";
import { isRecord } from "../json.js";

type Read = readonly [ImagePart | { type: "text"; text: string }];

/**
 * The picture of a part: `{ url }`, or the address itself. An address that is neither `data:` nor `http(s):`, or one of
 * something else than a picture, leaves a line that says so. Undefined where there is no address.
 */
export function readImage(value: unknown): Read | undefined {
  const address = isRecord(value) ? value.url : value;
  if (typeof address !== "string") return undefined;
  if (/^https?:/i.test(address)) return [{ type: "image", mediaType: "image/*", ref: address }];
  const [head, named] = /^data:([^;,]{0,100})/i.exec(address) ?? [];
  if (head === undefined) return note("its address is neither data: nor http(s):");
  const mediaType = named || "image/*";
  if (!/^image\//i.test(mediaType)) return note(`it is no image but ${mediaType}`);
  return [{ type: "image", mediaType, ref: address }];
}

function note(why: string): Read {
  return [{ type: "text", text: `[An image was left out: ${why}.]` }];
}
