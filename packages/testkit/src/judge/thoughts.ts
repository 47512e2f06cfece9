import type { IssuedAnswers, Origin } from "../issued-answers.js";
import type { Part } from "../scenario.js";
import { joined } from "../wires/answer-parts.js";
import { signatureOf, thinkingSignature } from "../wires/thinking-signature.js";
import { type Finding, finding } from "./finding.js";

/** Thinking the server sent: the text and its signature (`""`: unsigned), or what only the server can read. */
export type Thought = { thinking: string; signature: string } | { data: string };

/** What stands in a message's thinking places: a thought, or anything else there may be between two thoughts. */
export type Place = Thought | "other";

/** Where in the body a thought has its text, and what is opaque of it. */
export interface ThoughtPaths {
  text: string;
  signature: string;
}

/** Is this thought one that the server gave out? */
export function alteration(thought: Thought, issued: IssuedAnswers, paths: ThoughtPaths): Finding | undefined {
  if ("data" in thought) {
    return issued.hasRedacted(thought.data)
      ? undefined
      : finding("signature-unknown", paths.signature, "This server never sent this redacted thinking.");
  }
  // What the server made of the text itself it knows again, even another day.
  if (thought.signature === thinkingSignature(thought.thinking)) return undefined;
  const signed = issued.thinkingUnder(thought.signature);
  if (signed.has(thought.thinking)) return undefined;
  if (signed.size > 0 && thought.signature !== "") {
    return finding("thinking-altered", paths.text, "The thinking is not what the server signed.");
  }
  const why = thought.signature === "" ? "Thinking needs its signature." : "This server never gave this signature.";
  return finding("signature-unknown", paths.signature, why);
}

/** Does this message of a running loop have the thinking that its calls came with, each where it stood? */
export function absence(got: readonly Place[], { answer, positions }: Origin, path: string): readonly Finding[] {
  const wanted = placesKey(placesOf(throughCall(answer.parts, positions.at(-1))));
  const there = placesKey(got);
  if (wanted.every((place) => place === "other") || wanted.join() === there.join()) return [];
  const lost = wanted.find((place) => place !== "other" && !there.includes(place));
  return lost === undefined
    ? [finding("thinking-altered", path, "The thinking stands in another order or place than it came in.")]
    : [
        finding(
          "thinking-missing",
          path,
          "The thinking that came with these calls must come back while the loop runs.",
        ),
      ];
}

/** The parts up to this call; all of them where it is not among them. */
function throughCall(parts: readonly Part[], position = -1): readonly Part[] {
  const places = parts.flatMap((part, place) => ("call" in part ? [place] : []));
  return parts.slice(0, (places[position] ?? parts.length) + 1);
}

function placesOf(parts: readonly Part[]): readonly Place[] {
  return parts.flatMap((part): readonly Place[] => {
    if ("reasoning" in part) return [{ thinking: joined(part.reasoning), signature: signatureOf(part) ?? "" }];
    if ("redacted" in part) return [{ data: part.redacted }];
    if ("call" in part || ("text" in part && joined(part.text).trim() !== "")) return ["other"];
    return [];
  });
}

/** The places by signature, without unsigned thoughts; what stands between two thoughts counts once. */
function placesKey(places: readonly Place[]): readonly string[] {
  const keys: string[] = [];
  for (const place of places) {
    if (place === "other") {
      if (keys.at(-1) !== "other") keys.push("other");
    } else if ("data" in place) keys.push(`data ${place.data}`);
    else if (place.signature !== "") keys.push(`signature ${place.signature}`);
  }
  return keys;
}
