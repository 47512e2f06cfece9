import type { Message } from "../history/message.js";

const HEAD =
  "[Earlier steps were replaced by this summary to make room. You wrote it yourself. What the user said stands beside it word for word.]";

/** The message that asks a model to sum up the conversation before it. `mostTokens`: how long the answer may be. */
export function summaryQuestion(mostTokens: number): Message {
  const text = `[This is not from the user, but from the program that you run in. The conversation has become too long and is about to be shortened: what you said and did so far will be replaced by a summary, which you write now. The user's words stay. Behind it you know only what is in it, so name every path, command, name and number that still matters.]

Answer with the summary alone, under these headings, in at most ${Math.floor(mostTokens / 2)} words. Make no tool call.

## Task and decisions
What the user wants, in the user's own words, and what was decided, allowed and ruled out.

## Done
What was done and found out, with paths.

## Files
Every file that was read or changed: its path, its state now, what in it matters.

## Open
What fails, is missing or is not known yet.

## Next
The next steps, in order.`;
  return { id: "summary-question", role: "user", parts: [{ type: "text", text }] };
}

/** A model's summary as it stands in the history. */
export function summaryNote(text: string): string {
  return `${HEAD}\n\n${text.trim()}`;
}
