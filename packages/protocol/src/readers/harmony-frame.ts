import { DOUBLE_QUOTE } from "../scan/characters.js";
import { readCodeCall } from "./code-call.js";
import { codeTool } from "./code-tool.js";
import type { Frame, FrameEnd, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";
import { type HarmonyHeader, readHarmonyHeader } from "./harmony-header.js";
import { OPEN_BRACE } from "./json-characters.js";
import { readNamedCall } from "./named-call.js";

const NAME_SPACE = "functions.";
/** What opens the next message. */
const OPENS: readonly string[] = ["<|start|>", "<|channel|>"];
const CLOSES: readonly string[] = ["<|call|>", "<|end|>", "<|return|>"];
/** Recipients that are nobody's tools: what goes there is for the user. */
const PEOPLE: ReadonlySet<string> = new Set(["assistant", "user", "all"]);

/**
 * A message in gpt-oss's form, from its first token on. With a tool as its recipient it is a call; in the channel `analysis`
 * it is reasoning; else it is text, and so is what goes to a tool of the model's own that nobody offers, unless it is JSON.
 */
export const harmonyFrame: Frame = {
  openers: [
    { tag: "|start|" },
    { tag: "|channel|" },
    // The prompt may have ended in the middle of the header.
    { literal: `to=${NAME_SPACE}`, at: "message-start" },
  ],
  read,
};

function* read(run: FrameRun): FrameSteps {
  const header = yield* readHarmonyHeader(run, run.opener);
  if (header.is === "whole") return yield* readBody(run, header);
  if (header.is === "none" && run.tag !== undefined) run.giveBack(header.end);
  return "text";
}

/** Reads a message from behind its header on. Where that was a call, what follows it is held unless a mark closed it. */
function* readBody(run: FrameRun, { recipient, channel, end }: HarmonyHeader): FrameSteps<FrameEnd> {
  if (recipient !== undefined && !PEOPLE.has(recipient)) return yield* readBodyOfCall(run, recipient, end);
  if (channel === "analysis") return "reasoning";
  run.giveBack(end);
  return "text";
}

function* readBodyOfCall(run: FrameRun, recipient: string, textFrom: number): FrameSteps {
  const { index } = run.context;
  const name = run.toolName(recipient);
  const tool = codeTool(index);
  const first = yield* run.skipBlanks();
  const isJson = first === OPEN_BRACE || first === DOUBLE_QUOTE;
  if (!isJson && tool !== undefined && index.tool(name)?.name === tool.name) {
    const mark = yield* readCodeCall(run, tool, [...CLOSES, ...OPENS]);
    if (mark !== undefined && OPENS.includes(mark)) run.reopen(mark);
    return "text";
  }
  const marks = new FrameMarks([...CLOSES, ...OPENS]);
  const isOffered = isJson || recipient.startsWith(NAME_SPACE) || index.tool(name) !== undefined;
  const end = isOffered ? yield* readNamedCall(run, marks, { name: recipient }) : "none";
  if (end === "none" && run.ended === undefined) run.giveBack(textFrom);
  if (end === "mark" && OPENS.includes(marks.found)) run.reopen(marks.found);
  return "text";
}
