import type { ContentPart, ImagePart } from "@millrace/agent";

/** A picture as a result holds it: base64 of its bytes, or the address where it is. */
export function resultImage({ mediaType, ref }: ImagePart): ContentPart {
  const comma = ref.indexOf(",");
  const inBase64 = /^data:[^,]{0,200};base64$/i.test(ref.slice(0, Math.min(comma, 300)));
  return { type: "image", mediaType, data: inBase64 ? ref.slice(comma + 1) : ref };
}
