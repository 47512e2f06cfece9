import type { ToolUseBlock } from "@millrace/protocol";
import { messageOf } from "./message-of.js";
import { type ToolResult, textResult } from "./tool.js";

/**
 * The answers that the loop itself gives to a call, in the words the model reads. Each says what happened, whether
 * anything was done, and what to do next; `why` is the short form for the user.
 */

export function unknownTool(name: string, known: readonly string[]): ToolResult {
  const there = known.length === 0 ? "No tools are available." : `The tools are: ${known.join(", ")}.`;
  return textResult(`There is no tool \`${name}\`. ${there}`, { status: "error", why: "no such tool" });
}

export function invalidInput(sentence: string): ToolResult {
  return textResult(sentence, { status: "error", why: "its arguments do not fit" });
}

export function differingRepeat(): ToolResult {
  const text = "This call has the id of an earlier call in the same message but other arguments. It was not run.";
  return textResult(text, { status: "error", why: "an id was used for two different calls" });
}

/** `doing`: what the tool was at when it threw; nothing but `run` changes anything. */
export function failed(name: string, doing: string, error: unknown): ToolResult {
  const message = messageOf(error);
  return textResult(`${name} failed ${doing}: ${message}`, { status: "error", why: message });
}

export function deniedByRule(because: string): ToolResult {
  const text = `This call was denied and not run. ${because} Do not try it again in another way; go on without it, or say what you need.`;
  return textResult(text, { status: "rejected", why: because });
}

export function deniedHeadless(because: string): ToolResult {
  const text = `This call needs an approval, and nobody is there to give it, so it was denied and not run. ${because} Go on without it, or say what could not be done.`;
  return textResult(text, { status: "rejected", why: `denied, as nobody is there to approve it: ${because}` });
}

export function rejectedByUser(words: string | undefined): ToolResult {
  const said = words === undefined || words === "" ? "" : " What the user said follows.";
  return textResult(`The user rejected this call; it was not run.${said}`, {
    status: "rejected",
    why: "rejected by the user",
  });
}

export function refusedRepeat(): ToolResult {
  const text =
    "This call was refused and not run: you have made it again and again with the same arguments, its result was the same each time, and nothing has changed since. Take another way.";
  return textResult(text, { status: "error", why: "refused: the same call again, and nothing has changed" });
}

export function skipped(why: string): ToolResult {
  return textResult(`This call was not run: ${why}.`, { status: "skipped", why });
}

export function interrupted(): ToolResult {
  const text =
    "This call was interrupted while it ran. It may have completed, wholly or in part: look before you run it again.";
  return textResult(text, { status: "interrupted", why: "interrupted while it ran; it may have completed" });
}

export function cutOff(call: ToolUseBlock, why: string): ToolResult {
  const text = `The call to ${call.name} was cut off (${why}). Nothing of it was run.`;
  return textResult(text, { status: "cut-off", why });
}
