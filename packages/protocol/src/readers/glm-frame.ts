import { MAX_CALL_NAME } from "../limits.js";
import { BACKSLASH, isNameCharacter, LESS_THAN, LF, SPACE } from "../scan/characters.js";
import type { ReadTag } from "../scan/read-tag.js";
import { tagKey } from "../scan/tag-key.js";
import { bodyParameters } from "../schema/body-parameters.js";
import { endTaggedCall } from "./end-tagged-call.js";
import type { Frame, FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import { ParameterText } from "./parameter-text.js";
import { TagNames } from "./tag-names.js";
import { TaggedValue, type TagRole } from "./tagged-value.js";

const NAMES = new TagNames(["tool_call", "arg_key", "arg_value"]);

/**
 * GLM's form: `<tool_call>F`, then `<arg_key>k</arg_key><arg_value>v</arg_value>` for each argument, `</tool_call>`. The
 * call's own tag is the frame. GLM 4.6 at times writes `\n` as two characters.
 */
export const glmFrame: Frame = { openers: [{ tag: "tool_call" }], read: (run) => readCalls(run) };

function* readCalls(run: FrameRun): FrameSteps {
  for (let start = run.start; ; ) {
    const first = yield* readHeader(run);
    if (first === undefined) return "text";
    run.begin(first.name, start);
    const behind = yield* readArguments(run, first.tag);
    if (behind === undefined) return "text";
    start = behind.start;
  }
}

/** The name, and the tag behind it: an argument's, or the close of the call. */
function* readHeader(run: FrameRun): FrameSteps<{ name: string; tag: ReadTag } | undefined> {
  const isSpaced = (yield* run.peek()) === SPACE;
  yield* run.skipBlanks();
  const name = yield* run.while((code) => isNameCharacter(code) && code !== BACKSLASH, MAX_CALL_NAME);
  if (name === "") return undefined;
  yield* skipLineBreak(run);
  if ((yield* run.peek()) !== LESS_THAN) return undefined;
  const tag = yield* run.readTag(NAMES);
  const isOwn =
    tag !== undefined &&
    (tagKey(tag.name) === "arg_key" ? !tag.isClose : tagKey(tag.name) === "tool_call" && tag.isClose);
  // In prose about the tags: `<tool_call> and </tool_call>`.
  const isWord = isSpaced && tag?.isClose === true && run.context.index.tool(run.toolName(name)) === undefined;
  return isOwn && !isWord ? { name, tag } : undefined;
}

/** Blanks, and a line break that was written as two characters. */
function* skipLineBreak(run: FrameRun): FrameSteps<void> {
  while ((yield* run.skipBlanks()) === BACKSLASH) {
    run.skip();
    if ((yield* run.peek()) !== 110) return;
    run.skip();
  }
}

/** Reads the open call from its first tag on. Gives the open tag of another call, where that ended it. */
function* readArguments(run: FrameRun, first: ReadTag): FrameSteps<ReadTag | undefined> {
  const { call } = run;
  if (call === undefined) return undefined;
  const bodies = bodyParameters(call.parameters);
  let tag: ReadTag | undefined = first;
  let name = "";
  for (;;) {
    const key = tag === undefined ? "" : tagKey(tag.name);
    if (key === "tool_call") {
      const isClose = tag?.isClose === true;
      if (!isClose) call.repair("implied-call-close", "The close of the call was missing.");
      run.close(isClose ? "close" : "repair", undefined, isClose ? run.place : tag?.start);
      return isClose ? undefined : tag;
    }
    if (key === "arg_key" && tag?.isClose === false) {
      name = (yield* run.while((code) => code !== LESS_THAN && code !== LF, MAX_CALL_NAME)).trim();
    } else if (key === "arg_value" && tag?.isClose === false && name !== "") {
      call.startParam(name);
      const text = new ParameterText(call, "data");
      const end = yield* new TaggedValue(run, text, {
        names: NAMES,
        isBody: bodies.has(name),
        roleOf,
      }).read();
      if (end.kind === "cut") break;
      if (end.kind === "implied") text.finishUnclosed();
      else text.finish();
      name = "";
      if (end.kind === "implied") call.repair("implied-parameter-close", "</arg_value> was missing.");
      tag = end.kind === "ended" ? undefined : end.next;
      if (tag !== undefined) continue;
    }
    tag = yield* nextTag(run);
    if (tag === undefined) break;
  }
  endTaggedCall(run);
  return undefined;
}

function roleOf(tag: ReadTag): TagRole {
  const key = tagKey(tag.name);
  if (key === "tool_call") return tag.isClose ? "call-close" : "call";
  if (key === "arg_key") return tag.isClose ? "other" : "unset";
  return tag.isClose ? "close" : "open";
}

/** The next tag; what else stands between arguments is not shown. */
function* nextTag(run: FrameRun): FrameSteps<ReadTag | undefined> {
  for (;;) {
    const code = yield* run.skipBlanks();
    if (code === END) return undefined;
    if (code === LESS_THAN) {
      const tag = yield* run.readTag(NAMES);
      if (tag !== undefined) return tag;
    } else {
      run.skip();
    }
  }
}
