import { createHash, timingSafeEqual } from "node:crypto";
import { InvalidOptionError } from "@millrace/protocol";
import { Refusal } from "../refusal.js";

/**
 * Whether a request has the token, as OpenAI's and Anthropic's clients send their keys. Takes equally long for all wrong ones.
 *
 * @throws InvalidOptionError for a token that no client could send, or that is as good as none
 */
export function tokenCheck(token: string): (headers: Headers) => boolean {
  if (!/^[\x20-\x7e]+$/.test(token.trim())) throw noToken();
  const wanted = digest(token);
  return (headers) => {
    const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
    return [bearer, headers.get("x-api-key")].some((sent) => sent != null && timingSafeEqual(digest(sent), wanted));
  };
}

function noToken(): InvalidOptionError {
  const message =
    "The token of clients is blank, or holds what no header carries: take letters, digits and signs of ASCII.";
  return new InvalidOptionError("token", message);
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
