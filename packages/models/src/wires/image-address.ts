import type { Image } from "./turns.js";

/** A picture as an address: where it is, or with its bytes in it. */
export function imageAddress({ mediaType, data }: Image): string {
  return /^(?:data|https?):/i.test(data) ? data : `data:${mediaType};base64,${data}`;
}
