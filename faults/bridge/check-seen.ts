import { isDeepStrictEqual } from "node:util";
import type { ClientLibrary } from "../../conformance/bridge/client-library.js";
import type { SeenAnswer, SeenPart } from "../../conformance/bridge/seen-answer.js";
import { WHOLE } from "./answer.js";
import type { Asked } from "./ask-through-bridge.js";
import type { Outcome } from "./outcome.js";

/** All that went wrong, a sentence each: nothing comes twice or mixed, no call is whole that was not, and every end is told. */
export function violationsOf(asked: Asked, client: ClientLibrary, outcome: Outcome): readonly string[] {
  const { seen, timers, violations } = asked;
  if (seen === undefined) return ["the client waited in vain"];
  return [
    ...violations.map(({ request, rule, message }) => `request ${request} breaks ${rule}: ${message}`),
    ...contentViolations(seen, outcome),
    ...endViolations(seen, client, outcome),
    ...recordViolations(asked, outcome),
    ...(timers > 0 ? [`${timers} timers run on`] : []),
  ];
}

/** What came is the beginning of the right answer, or all of it. */
function contentViolations({ parts }: SeenAnswer, { ends }: Outcome): readonly string[] {
  const calls = parts.flatMap((part) => (part.type === "call" ? [part] : []));
  const [text, reasoning] = (["text", "reasoning"] as const).map((type) =>
    parts
      .flatMap((part) => (part.type === type ? [part.text] : []))
      .join("")
      .trim(),
  );
  const wrong = [
    ...(WHOLE.text.startsWith(text ?? "") ? [] : [`the text is ${JSON.stringify(text)}`]),
    ...(WHOLE.reasoning.startsWith(reasoning ?? "") ? [] : [`the reasoning is ${JSON.stringify(reasoning)}`]),
    ...calls.flatMap(callViolations),
    ...(new Set(calls.map(({ id }) => id)).size < calls.length ? ["two calls have one id"] : []),
  ];
  const isWhole = text === WHOLE.text && reasoning === WHOLE.reasoning && calls.length === WHOLE.calls.length;
  if (ends === "whole" && !(isWhole && calls.every(({ json }) => inputOf(json) !== undefined))) {
    return [...wrong, `of the right answer came only ${JSON.stringify(parts)}`];
  }
  return ends === "empty" && parts.length > 0 ? [...wrong, "an answer that says nothing said something"] : wrong;
}

/** A call can be run where its arguments can be read: then they are all that the model wrote. */
function callViolations(call: Extract<SeenPart, { type: "call" }>, at: number): readonly string[] {
  const right = WHOLE.calls[at];
  const input = inputOf(call.json);
  if (call.name !== right?.name) return [`call ${at + 1} is one of ${call.name}`];
  if (input !== undefined && !isDeepStrictEqual(input, right.input))
    return [`call ${at + 1} would run with ${call.json}`];
  const written = JSON.stringify(right.input);
  const begun = call.json.replaceAll(/\s/g, "");
  return input === undefined && !written.replaceAll(/\s/g, "").startsWith(begun)
    ? [`call ${at + 1} has arguments that the model did not write: ${call.json}`]
    : [];
}

function inputOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function endViolations(
  { finish, error }: SeenAnswer,
  { finishes }: ClientLibrary,
  { ends }: Outcome,
): readonly string[] {
  if (ends === "error") {
    if (error === undefined) return [`it ended with ${finish}, and no error`];
    return [
      ...(finish === undefined ? [] : [`it ended with ${finish} and then an error`]),
      ...(error.includes("The bridge failed") ? [error] : []),
    ];
  }
  if (error !== undefined) return [`the client was told: ${error}`];
  const words = {
    whole: finishes["tool-calls"],
    cut: [...(finishes.length ?? []), ...(finishes["content-filter"] ?? [])],
    // Nobody said why, or that it was a stop.
    empty: [...(finishes.stop ?? []), ...(finishes.unknown ?? [])],
  }[ends];
  return words?.includes(finish ?? "") ? [] : [`it ended with ${finish}`];
}

function recordViolations(
  { summaries, requests, lookUps }: Asked,
  { ends, retries, mayBeStale }: Outcome,
): readonly string[] {
  const [summary] = summaries;
  if (summary === undefined || summaries.length > 1) return [`${summaries.length} summaries were told`];
  const end = ends === "error" ? "failed" : "answered";
  const seen = summary.retries.join(", ");
  const wanted = retries.join(", ");
  const most = retries.length + 1 + (mayBeStale ? lookUps : 0);
  return [
    ...(summary.end === end ? [] : [`the summary says ${summary.end}`]),
    ...(seen === wanted || (mayBeStale && wanted.startsWith(seen))
      ? []
      : [`retries are ${seen || "none"}, not ${wanted || "none"}`]),
    ...(requests > most ? [`${requests} requests were sent, not ${most}`] : []),
  ];
}
