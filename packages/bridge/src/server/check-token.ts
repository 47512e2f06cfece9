import { createHash, timingSafeEqual } from "node:crypto";
import { Refusal } from "../refusal.js";

/** Whether a request has the token, as OpenAI's and Anthropic's clients send their keys. Takes equally long for all wrong ones. */
export function tokenCheck(token: string): (headers: Headers) => boolean {
  const wanted = digest(token);
  return (headers) => {
    const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return [bearer, headers.get("x-api-key")].some((sent) => sent != null && timingSafeEqual(digest(sent), wanted));
  };
}

/** What whoever has no token, or a wrong one, is told. */
export function needsToken(): Refusal {
  const message =
    "This bridge wants its token: give it to your client as the API key (`Authorization: Bearer …` or `x-api-key`).";
  return new Refusal({ status: 401, kind: "auth", message }, { "www-authenticate": "Bearer" });
}

/** Of equal length, whatever was sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text.trim()).digest();
}
