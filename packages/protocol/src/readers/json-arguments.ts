import type { FrameSteps } from "./frame.js";
import type { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";
import type { JsonHandler } from "./json-handler.js";
import { JsonReader } from "./json-value.js";
import { readJson } from "./read-json.js";

/** How arguments came out. `mark`: a mark of the frame closed them, and was read · `cut`: the message ended in them. */
export type ArgumentsOutcome = "call" | "mark" | "cut";

/**
 * Reads the arguments of a call whose name stood before them, a JSON object, from its `{` on. The call closes with it.
 * Amortised O(1) per character.
 */
export function* readJsonArguments(run: FrameRun, marks: FrameMarks): FrameSteps<ArgumentsOutcome> {
  const reader = new JsonReader(callHandler(run), marks);
  const end = yield* readJson(run, reader, marks);
  for (const { kind, message } of reader.repairs) run.call?.repair(kind, message);
  if (end === "half") return "cut";
  if (end === "broken") run.close("end");
  else if (end === "whole") run.close("close", { value: reader.value ?? {} });
  else run.close("repair", { value: reader.value ?? {} }, run.place - marks.found.length);
  return end === "marked" ? "mark" : "call";
}

/** Tells the open call of its arguments. */
export function callHandler(run: FrameRun): JsonHandler {
  return {
    onKey: (name) => run.call?.startParam(name),
    onText: (_name, piece) => run.call?.append(piece),
    onValueEnd: () => run.call?.endParam(),
    onClose() {},
  };
}
