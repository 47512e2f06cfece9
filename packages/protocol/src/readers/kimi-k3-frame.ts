import { LESS_THAN } from "../scan/characters.js";
import { tagKey } from "../scan/tag-key.js";
import { isUnsafeKey, parseJson } from "../schema/parse-json.js";
import { endTaggedCall } from "./end-tagged-call.js";
import type { Frame, FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import type { FramedCall } from "./framed-call.js";
import { type KimiK3Section, readKimiK3Section } from "./kimi-k3-section.js";
import { TagNames } from "./tag-names.js";
import { readToMark } from "./text-to-mark.js";

const CLOSE = "|close|";
const EDGES = new TagNames(["|open|", CLOSE]);
const VALUE_CLOSE = "<|close|>argument<|sep|>";
/** What ends a value that lacks its close, up to the name of the section. */
const OTHER_ENDS: readonly string[] = ["<|close|>call", "<|close|>tools", "<|open|>argument", "<|open|>call"];

/**
 * Kimi K3's sections: one of the name `call` is a call, with a section for each argument; `think` is reasoning; what stands in
 * any other is text. The edges of sections are not shown.
 */
export const kimiK3Frame: Frame = { openers: [{ tag: "|open|" }, { tag: CLOSE }], read };

function* read(run: FrameRun): FrameSteps {
  const from = run.place;
  const section = yield* readKimiK3Section(run, tagKey(run.tag?.name ?? "") === CLOSE, ">");
  if (section?.isClose === false && section.name === "think") return "reasoning";
  const name = section?.attributes.get("tool");
  if (section?.isClose === false && section.name === "call" && name !== undefined) {
    yield* readCall(run, run.begin(name));
  } else if (run.ended === undefined) {
    run.giveBack(section === undefined ? from : run.place);
  }
  return "text";
}

/** Reads the open call, to behind its close. */
function* readCall(run: FrameRun, call: FramedCall): FrameSteps<void> {
  const values: Record<string, unknown> = {};
  let next: KimiK3Section | undefined;
  for (;;) {
    const section: KimiK3Section | undefined = next ?? (yield* nextSection(run));
    next = undefined;
    if (section === undefined) break;
    if (section.name === "argument") {
      if (!section.isClose) next = yield* readArgument(run, call, section, values);
      continue;
    }
    const isOwn = section.isClose && section.name === "call";
    if (!isOwn) call.repair("implied-call-close", "The close of the call was missing.");
    const end = isOwn ? run.place : run.place - section.raw.length;
    run.close(isOwn ? "close" : "repair", { value: values }, end);
    if (!section.isClose) run.reopen(section.raw);
    return;
  }
  endTaggedCall(run);
}

/** The next edge of a section; what else stands between arguments is not shown. */
function* nextSection(run: FrameRun): FrameSteps<KimiK3Section | undefined> {
  for (let code = yield* run.peek(); code !== END; code = yield* run.peek()) {
    if (code !== LESS_THAN) {
      run.skip();
      continue;
    }
    const tag = yield* run.readTag(EDGES);
    const section = tag === undefined ? undefined : yield* readKimiK3Section(run, tagKey(tag.name) === CLOSE, run.raw);
    if (section !== undefined) return section;
  }
  return undefined;
}

/** Reads the value of an argument. Gives what stands in the place of its close. */
function* readArgument(
  run: FrameRun,
  call: FramedCall,
  { attributes }: KimiK3Section,
  values: Record<string, unknown>,
): FrameSteps<KimiK3Section | undefined> {
  const key = attributes.get("key") ?? "";
  const isWanted = key !== "" && !isUnsafeKey(key) && !call.has(key);
  let text = "";
  if (isWanted) call.startParam(key);
  const mark = yield* readToMark(run, [VALUE_CLOSE, ...OTHER_ENDS], (piece) => {
    text += piece;
    if (isWanted) call.append(piece);
  });
  if (mark === undefined) return undefined;
  if (isWanted) {
    call.endParam();
    values[key] = attributes.get("type") === "string" ? text : (parseJson(text)?.value ?? text);
  }
  if (mark === VALUE_CLOSE) return undefined;
  call.repair("implied-parameter-close", "The close of an argument was missing.");
  return yield* readKimiK3Section(run, mark.startsWith(`<${CLOSE}>`), mark);
}
