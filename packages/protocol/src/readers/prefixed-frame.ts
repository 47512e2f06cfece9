import { MAX_TAG_ATTRIBUTES } from "../limits.js";
import { GREATER_THAN, LESS_THAN, SLASH } from "../scan/characters.js";
import { endTaggedCall } from "./end-tagged-call.js";
import type { Frame, FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";

/** The token that MiniMax M3 writes before each tag. Text between two of them is a value, or layout. */
const PREFIX = "]<]minimax[>[";

/**
 * MiniMax M3's form: `<tool_call>`, `<invoke name="F">`, in it an element for each argument, nested for objects, `<item>` for
 * items; each tag, open or close, behind a token that no value holds. So nothing is to be judged: an argument is what stands
 * between its tags, read as elements where its schema wants an object or a list.
 */
export const prefixedFrame: Frame = { openers: [{ literal: PREFIX }], read: (run) => readCalls(run) };

function* readCalls(run: FrameRun): FrameSteps {
  let start = run.start;
  for (let hasCalls = false; ; ) {
    const tag = yield* readTag(run);
    if (tag === undefined) return "text";
    const name = /^invoke\s+name\s*=\s*["']?([^"'>]+?)["']?\s*$/i.exec(tag)?.[1];
    if (name !== undefined) {
      run.begin(name, start);
      hasCalls = true;
      if (!(yield* readArguments(run))) return "text";
    } else if (tag !== "tool_call" && tag !== "/tool_call") {
      return "text";
    }
    if (hasCalls && tag === "/tool_call") {
      run.drop();
      return "text";
    }
    if (hasCalls) run.hold();
    yield* run.skipBlanks();
    start = hasCalls ? run.place : run.start;
    if (!(yield* readPrefix(run))) return "text";
  }
}

/** False where the message ended in it. Half a token with which it ends is not shown. */
function* readPrefix(run: FrameRun): FrameSteps<boolean> {
  for (let at = 0; at < PREFIX.length; at++) {
    const code = yield* run.peek();
    if (code === END && at > 0 && run.hasBegun) run.drop();
    if (code !== PREFIX.charCodeAt(at)) return false;
    run.skip();
  }
  return true;
}

/** What stands in the tag here. */
function* readTag(run: FrameRun): FrameSteps<string | undefined> {
  if ((yield* run.peek()) !== LESS_THAN) return undefined;
  run.skip();
  const tag = yield* run.while((code) => code !== GREATER_THAN && code !== LESS_THAN, MAX_TAG_ATTRIBUTES);
  if ((yield* run.peek()) !== GREATER_THAN) return undefined;
  run.skip();
  return tag.trim();
}

/** Reads the open call to its close. False where the message ended in it, or what stands there is no such tag. */
function* readArguments(run: FrameRun): FrameSteps<boolean> {
  /** The tags that are open in the argument at hand, that of its name first. */
  const open: string[] = [];
  for (;;) {
    const isWhole = yield* readValue(run, open.length > 0);
    const tag = isWhole ? yield* readTag(run) : undefined;
    if (tag === undefined) {
      endTaggedCall(run);
      return false;
    }
    if (open.length === 0) {
      if (tag === "/invoke") {
        run.close("close");
        return true;
      }
      if (tag.charCodeAt(0) === SLASH) continue;
      run.call?.startParam(tag);
      open.push(tag);
    } else if (tag === `/${open[open.length - 1]}`) {
      open.pop();
      if (open.length === 0) run.call?.endParam();
      else run.call?.append(`<${tag}>`);
    } else {
      run.call?.append(`<${tag}>`);
      if (tag.charCodeAt(0) !== SLASH) open.push(tag);
    }
  }
}

/** Text up to behind the next token; it is part of an argument, or layout. What may be the token's beginning waits. */
function* readValue(run: FrameRun, isPart: boolean): FrameSteps<boolean> {
  let matched = 0;
  while (yield* run.more()) {
    const { text } = run.context.input;
    const code = text.charCodeAt(run.at);
    if (code === PREFIX.charCodeAt(matched)) {
      run.skip();
      matched++;
      if (matched === PREFIX.length) return true;
      continue;
    }
    // The token begins with a character that stands in it once more, but not behind itself.
    if (matched > 0 && isPart) run.call?.append(PREFIX.slice(0, matched));
    if (matched > 0) {
      matched = 0;
      continue;
    }
    // In a fence only a character of the piece may be read at a time, so the search must not go on behind it.
    let end = run.at + 1;
    while (end < run.to && text.charCodeAt(end) !== PREFIX.charCodeAt(0)) end++;
    if (isPart) run.call?.append(text.slice(run.at, end));
    run.at = end;
  }
  return false;
}
