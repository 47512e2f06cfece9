import type { ModelProfile } from "../model-profile.js";
import type { ContentPart } from "../tool.js";
import type { Message, Part } from "./message.js";
import { NO_TEXT } from "./store-message.js";
import { callsOf, isFinished, type ResultPart, resultsOf, textOf } from "./tool-calls.js";
import type { RequestForm, Turn } from "./turn.js";
import { imagesOf, userWords } from "./user-message.js";

/** Tells a user's words from the result that they stand behind. */
const FOLLOWS = "[The result ends here. The user's message follows.]";

/**
 * A turn with native calls: the assistant's thoughts, words and calls in the order in which they came, the results in one
 * message, no user message straight behind them (some templates refuse it): the user's words stand at the end of the last
 * result. Where more than one call a message is refused, each call has a message of its own, with its result behind it;
 * thoughts and words stand before the first.
 *
 * @param inLoop whether no question came after it: reasoning goes back only there, under the rule echo
 */
export function nativeTurn({ assistant, results, users }: Turn, form: RequestForm, inLoop: boolean): Message[] {
  if (assistant === undefined) return [userWords(users, undefined)];
  const said = withoutOuterBlanks(assistant.parts.filter((part) => isSent(part, form, inLoop)));
  const calls = callsOf(assistant);
  if (calls.length === 0 || results === undefined) {
    const words = said.filter(({ type }) => type !== "tool-use");
    return [
      { id: assistant.id, role: "assistant", parts: words.length > 0 ? words : [{ type: "text", text: NO_TEXT }] },
      userWords(users, assistant),
    ];
  }
  const images = users.flatMap(imagesOf);
  const answers = withWords(resultsOf(results).map(sendable), images.length > 0 ? [] : users);
  const trailing = images.length > 0 ? [userWords(users, undefined)] : [];
  if (form.profile.parallel?.value === false && calls.length > 1) {
    const lead = said.filter(({ type }) => type !== "tool-use");
    const single = calls.flatMap((block, at): Message[] => {
      const suffix = at === 0 ? "" : `-${at}`;
      return [
        {
          id: `${assistant.id}${suffix}`,
          role: "assistant",
          parts: [...(at === 0 ? lead : []), { type: "tool-use", block }],
        },
        { id: `${results.id}${suffix}`, role: "tool", parts: answers.slice(at, at + 1) },
      ];
    });
    return [...single, ...trailing];
  }
  return [
    { id: assistant.id, role: "assistant", parts: said },
    { id: results.id, role: "tool", parts: answers },
    ...trailing,
  ];
}

/** Whether a part of an assistant message goes back. */
function isSent(part: Part, { profile }: RequestForm, inLoop: boolean): boolean {
  switch (part.type) {
    case "reasoning":
      return goesBack(part, profile.reasoning.back, inLoop);
    case "text":
      return part.text.trim() !== "";
    case "tool-use":
      return isFinished(part.block);
    default:
      return false;
  }
}

function goesBack(
  { signature }: Extract<Part, { type: "reasoning" }>,
  back: ModelProfile["reasoning"]["back"],
  inLoop: boolean,
): boolean {
  if (back === "sign") return signature !== undefined;
  return back === "keep" || (back === "echo" && inLoop);
}

/** Without the blanks before the first word and behind the last one. */
function withoutOuterBlanks(parts: readonly Part[]): Part[] {
  const first = parts.findIndex(({ type }) => type === "text");
  const last = parts.findLastIndex(({ type }) => type === "text");
  return parts.map((part, at) => {
    if (part.type !== "text") return part;
    const begun = at === first ? part.text.trimStart() : part.text;
    return { ...part, text: at === last ? begun.trimEnd() : begun };
  });
}

/** A result as one text, never empty, with its images behind it. */
function sendable(part: ResultPart): ResultPart {
  const { content, why, status } = part.result;
  const texts = content.flatMap((piece) => (piece.type === "text" ? [piece.text] : []));
  const [only] = content;
  if (content.length === 1 && only?.type === "text" && only.text !== "") return part;
  const text = texts.join("\n") || (why ?? (status === "ok" ? "(no output)" : `(${status})`));
  return withContent(part, [{ type: "text", text }, ...content.filter((piece) => piece.type === "image")]);
}

/** The user's words behind the text of the last result, told apart from it. */
function withWords(parts: readonly ResultPart[], users: readonly Message[]): ResultPart[] {
  const words = users.map(textOf).filter((text) => text !== "");
  const last = parts.at(-1);
  if (words.length === 0 || last === undefined) return [...parts];
  const content = last.result.content.map((piece, at) =>
    at === 0 && piece.type === "text"
      ? { ...piece, text: `${piece.text}\n\n${FOLLOWS}\n${words.join("\n\n")}` }
      : piece,
  );
  return [...parts.slice(0, -1), withContent(last, content)];
}

function withContent(part: ResultPart, content: readonly ContentPart[]): ResultPart {
  return { ...part, result: { ...part.result, content } };
}
