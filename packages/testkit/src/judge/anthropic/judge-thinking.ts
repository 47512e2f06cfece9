import type { IssuedAnswers, Origin } from "../../issued-answers.js";
import type { JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import type { Part } from "../../scenario.js";
import { joined } from "../../wires/answer-parts.js";
import { signatureOf, thinkingSignature } from "../../wires/thinking-signature.js";
import { type Finding, finding } from "../finding.js";
import { OriginJudge } from "../origin-judge.js";
import { blocksOf } from "./blocks-of.js";

/** Thinking the server sent: the text and its signature (`""`: unsigned), or what only the server can read. */
type Thought = { thinking: string; signature: string } | { data: string };

/** What stands in a message's thinking places: a thought, or anything else there may be between two thoughts. */
type Place = Thought | "other";

/**
 * Thinking in history, against what this server gave out. Anything signed must be known and unaltered; what came with calls
 * must come back while their loop runs: behind the last message of the user that holds no result. Thinking that came
 * unsigned, or behind the last call that comes back, need not: a client that ran no more of a message may drop its rest.
 */
export function judgeThinking(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const { messages } = request.json;
  if (!Array.isArray(messages)) return [];
  const loopBegins = messages.findLastIndex(
    (message: { role?: unknown } | null) =>
      message?.role === "user" && !blocksOf(message).some(({ type }) => type === "tool_result"),
  );
  const origins = new OriginJudge(issued);
  return messages.flatMap((message: unknown, index) => {
    const path = `messages[${index}].content`;
    const blocks = blocksOf(message);
    const altered = blocks.flatMap((block, position) => {
      const thought = thoughtOf(block);
      const fault = thought === undefined ? undefined : alteration(thought, issued, `${path}[${position}]`);
      return fault === undefined ? [] : [fault];
    });
    if (index <= loopBegins) return altered;
    const calls = blocks.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({ id, name, input }));
    const got = placesThroughLastCall(blocks);
    return [...altered, ...origins.judge(calls, (origin) => absence(got, origin, path))];
  });
}

/** Is this thought one that the server gave out? */
function alteration(thought: Thought, issued: IssuedAnswers, path: string): Finding | undefined {
  if ("data" in thought) {
    return issued.hasRedacted(thought.data)
      ? undefined
      : finding("signature-unknown", `${path}.data`, "This server never sent this redacted thinking.");
  }
  // What the server made of the text itself it knows again, even another day.
  if (thought.signature === thinkingSignature(thought.thinking)) return undefined;
  const signed = issued.thinkingUnder(thought.signature);
  if (signed.has(thought.thinking)) return undefined;
  if (signed.size > 0 && thought.signature !== "") {
    return finding("thinking-altered", `${path}.thinking`, "The thinking is not what the server signed.");
  }
  const why = thought.signature === "" ? "Thinking needs its signature." : "This server never gave this signature.";
  return finding("signature-unknown", `${path}.signature`, why);
}

/** Does this message of a running loop have the thinking that its calls came with, each where it stood? */
function absence(got: readonly string[], { answer, positions }: Origin, path: string): readonly Finding[] {
  const wanted = placesKey(placesOf(throughCall(answer.parts, positions.at(-1))));
  if (wanted.every((place) => place === "other") || wanted.join() === got.join()) return [];
  const lost = wanted.find((place) => place !== "other" && !got.includes(place));
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

function placesThroughLastCall(blocks: readonly JsonObject[]): readonly string[] {
  const lastCall = blocks.findLastIndex(({ type }) => type === "tool_use");
  return placesKey(blocks.slice(0, lastCall + 1).map((block) => thoughtOf(block) ?? "other"));
}

/** The parts up to this call; all of them where it is not among them. */
function throughCall(parts: readonly Part[], position = -1): readonly Part[] {
  const places = parts.flatMap((part, place) => ("call" in part ? [place] : []));
  return parts.slice(0, (places[position] ?? parts.length) + 1);
}

function thoughtOf(block: JsonObject): Thought | undefined {
  if (block.type === "redacted_thinking") return { data: String(block.data) };
  if (block.type !== "thinking") return undefined;
  return { thinking: String(block.thinking), signature: String(block.signature ?? "") };
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
