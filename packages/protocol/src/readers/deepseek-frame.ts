import { MAX_CALL_NAME } from "../limits.js";
import { LESS_THAN } from "../scan/characters.js";
import { tagKey } from "../scan/tag-key.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { spellings } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { isHeaderCharacter } from "./header-characters.js";
import type { CallHeader } from "./named-call.js";
import { namedJsonFrame } from "./named-json-frame.js";
import { TagNames } from "./tag-names.js";

/** The last one as llama.cpp reads it, too. */
const OPENERS: readonly string[] = ["|tool_calls_begin|", "|tool_call_begin|", "|tool_calls|"];
const SEPARATOR = "|tool_sep|";
const HEADER_TAGS = new TagNames([...OPENERS, SEPARATOR]);
/** The type of every call of V3 and R1. */
const TYPE = "function";

/**
 * A call in DeepSeek's tokens, in every spelling that servers and models give to them: `function`, separator and name on a
 * line, then the arguments in a fence (V3, R1), or name, separator, arguments (V3.1). Of the openers of section and call
 * one may be missing, and both where the word `function` and the separator stand first on a line.
 */
export const deepseekFrame: Frame = namedJsonFrame({
  openers: [
    ...OPENERS.map((tag): FrameOpener => ({ tag })),
    { tag: "|tool" }, // written with blanks, as attributes are: <｜tool calls begin｜>
    ...spellings(`${TYPE}<｜tool▁sep｜>`).map((literal): FrameOpener => ({ literal, at: "line-start" })),
  ],
  readHeader,
  closes: ["<｜tool▁call▁end｜>", "<｜tool▁calls▁end｜>"],
  opens: ["<｜tool▁call▁begin｜>", "<｜tool▁calls▁begin｜>"].flatMap(spellings),
});

function* readHeader(run: FrameRun): FrameSteps<CallHeader | undefined> {
  const first = run.opener === "" ? yield* readToSeparator(run) : TYPE;
  if (first === undefined) return undefined;
  yield* run.skipBlanks();
  const textFrom = run.place;
  const second = yield* run.while(isHeaderCharacter, MAX_CALL_NAME);
  const isCut = (yield* run.peek()) === END;
  if (first !== TYPE) {
    if (second === "") return { name: first, textFrom };
    if (!isCut) run.giveBack(textFrom);
    return undefined;
  }
  if (isCut) return undefined;
  // Without a name what follows may be Step 3's form, which has the same tokens.
  return second === "" ? { name: first } : { name: second, textFrom: run.place };
}

/** The word before the separator. */
function* readToSeparator(run: FrameRun): FrameSteps<string | undefined> {
  for (;;) {
    yield* run.skipBlanks();
    const word = yield* run.while(isHeaderCharacter, MAX_CALL_NAME);
    if ((yield* run.skipBlanks()) !== LESS_THAN) return undefined;
    const tag = yield* run.readTag(HEADER_TAGS);
    if (tag === undefined) return undefined;
    const isSeparator = tagKey(tag.name) === SEPARATOR;
    if (isSeparator !== (word !== "")) return undefined;
    if (isSeparator) return word;
  }
}
