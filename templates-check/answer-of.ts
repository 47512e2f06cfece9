import { getDialect } from "@millrace/protocol";
import type { Answer, Part } from "@millrace/testkit";
import { codingTools } from "@millrace/tools";
import type { Said, SaidCall } from "./conversation.js";

/** The dialect that a model is taught where nothing else was asked for. */
const TAUGHT = "cline";

/** Longer than any of these conversations takes: the user stops before. */
const WAIT_MS = 60_000;

/**
 * The model's message as a server sends it: calls and reasoning in their fields natively, else in the text. Its tokens are
 * not counted: a body is longer on one wire than on another, and what is left out to make room would go by that.
 */
export function answerOf(said: Said, protocol: "native" | "text"): Answer {
  const parts = protocol === "native" ? nativeParts(said) : [{ text: textOf(said) }];
  const answer: Answer = { parts, usage: null };
  if (said.cut === "stop") return { ...answer, parts: [...parts, { waitMs: WAIT_MS }] };
  return said.cut === "length" ? { ...answer, finish: "length" } : answer;
}

function nativeParts({ reasoning, text, calls = [], cut }: Said): Part[] {
  return [
    ...(reasoning === undefined ? [] : [{ reasoning }]),
    ...(text === undefined ? [] : [{ text }]),
    ...calls.map(({ name, arguments: given }) => {
      const json = JSON.stringify(given);
      return { call: { name, arguments: cut === "length" ? half(json) : json } };
    }),
  ];
}

function textOf({ reasoning, text, calls = [], cut }: Said): string {
  const written = calls.map(writtenCall).join("\n\n");
  return [
    ...(reasoning === undefined ? [] : [`<think>\n${reasoning}\n</think>`]),
    ...(text === undefined ? [] : [text]),
    ...(written === "" ? [] : [cut === "length" ? half(written) : written]),
  ].join("\n\n");
}

function writtenCall({ name, arguments: input }: SaidCall): string {
  return getDialect(TAUGHT).writeCall({ name, input }, codingTools({ form: "text" }));
}

function half(text: string): string {
  return text.slice(0, text.length / 2);
}
