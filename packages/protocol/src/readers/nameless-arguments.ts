import type { FrameSteps } from "./frame.js";
import type { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";
import { type ArgumentsOutcome, callHandler } from "./json-arguments.js";
import { IGNORE } from "./json-handler.js";
import { JsonReader } from "./json-value.js";
import { readJson } from "./read-json.js";
import type { TagTool } from "./tag-index.js";

/**
 * Reads the arguments of a call that lacks its name, a JSON object. They are read to their end, and then it is a call of
 * the tool whose parameters they are: if there is one, and but one. Amortised O(1) per character.
 */
export function* readNamelessArguments(run: FrameRun, marks: FrameMarks): FrameSteps<ArgumentsOutcome | "none"> {
  const reader = new JsonReader(IGNORE, marks);
  let text = "";
  const end = yield* readJson(run, reader, marks, (piece) => {
    text += piece;
    return true;
  });
  const { value } = reader;
  if (end === "half" || end === "broken" || typeof value !== "object" || value === null) return "none";
  const tool = onlyToolThatFits(run.context.index.tools, Object.keys(value));
  if (tool === undefined) return "none";
  const call = run.begin(tool.name);
  call.repair("nameless-call", `The call had no name; its arguments fit ${tool.name} only.`);
  const teller = new JsonReader(callHandler(run), marks);
  teller.write(text);
  if (!teller.closed) teller.closeMissing();
  for (const { kind, message } of teller.repairs) call.repair(kind, message);
  if (end === "whole") run.close("close", { value });
  else run.close("repair", { value }, run.place - marks.found.length);
  return end === "marked" ? "mark" : "call";
}

/** Linear in the tools: asked once a call. */
function onlyToolThatFits(tools: Iterable<TagTool>, keys: readonly string[]): TagTool | undefined {
  const fitting = [...new Set(tools)].filter(
    ({ definition: { parameters }, required }) =>
      keys.every((key) => Object.hasOwn(parameters.properties ?? {}, key)) &&
      required.every(({ name }) => keys.includes(name)),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}
