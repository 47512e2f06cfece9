import type { PromptMessage, TextPart } from "../specification.js";

/**
 * Adds a message to a prompt. Users and assistants take turns, as strict chat templates want it: what follows a message of
 * its own role becomes part of that. So does text that follows text, as a string is what such templates take; where the
 * text before has options for a provider (the place of a cache mark) it stays a part of its own.
 */
export function addMessage(prompt: PromptMessage[], message: PromptMessage): void {
  const last = prompt.at(-1);
  if (message.role === "user") {
    const before = last?.role === "user" ? prompt.pop() : undefined;
    const content = last?.role === "user" ? last.content : [];
    prompt.push({ ...before, ...message, content: joinTexts([...content, ...message.content]) });
  } else if (message.role === "assistant") {
    const before = last?.role === "assistant" ? prompt.pop() : undefined;
    const content = last?.role === "assistant" ? last.content : [];
    prompt.push({ ...before, ...message, content: joinTexts([...content, ...message.content]) });
  } else {
    prompt.push(message);
  }
}

/** The same parts with neighbouring texts as one. Blanks where two meet become one empty line; a part alone is not changed. */
function joinTexts<Part extends { type: string }>(parts: readonly (Part | TextPart)[]): (Part | TextPart)[] {
  const joined: (Part | TextPart)[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (!isText(part) || last === undefined || !isText(last)) joined.push(part);
    else if (last.providerOptions !== undefined) joined.push({ ...part, text: `\n\n${withoutEmptyLines(part.text)}` });
    else joined[joined.length - 1] = { ...part, text: `${last.text.trimEnd()}\n\n${withoutEmptyLines(part.text)}` };
  }
  return joined;
}

function isText(part: { type: string }): part is TextPart {
  return part.type === "text";
}

/** Without empty lines before it; the first line keeps its indentation. */
function withoutEmptyLines(text: string): string {
  const first = text.search(/\S/);
  return first <= 0 ? text : text.slice(text.lastIndexOf("\n", first) + 1);
}
