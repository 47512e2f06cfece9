import { MAX_CALL_NAME } from "../limits.js";
import { LESS_THAN } from "../scan/characters.js";
import { tagKey } from "../scan/tag-key.js";
import type { Frame, FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import { isHeaderCharacter } from "./header-characters.js";
import { OPEN_BRACE } from "./json-characters.js";
import type { CallHeader } from "./named-call.js";
import { namedJsonFrame } from "./named-json-frame.js";
import { TagNames } from "./tag-names.js";

/** The second one is a slip of the model. */
const SECTION_OPENERS: readonly string[] = ["|tool_calls_section_begin|", "|tool_call_section_begin|"];
const CALL_OPENER = "|tool_call_begin|";
const ARGUMENTS_OPENER = "|tool_call_argument_begin|";
/** Ids that clients give to calls, and the model then copies from the history: `call_3`, `toolu_01Akm`, a UUID. */
const CLIENT_ID = /^(?:call|[a-z]*toolu|chatcmpl-tool)[_-][\w-]+$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const HEADER_TAGS = new TagNames([CALL_OPENER, ARGUMENTS_OPENER]);

/**
 * A call in Kimi K2's tokens: its id, which is `functions.`, the name and a counter, and its arguments. Any of the tokens
 * may be missing but for one before the id. A counter alone, or an id that a client made, is a call of the tool that the arguments fit, if they fit one.
 */
export const kimiK2Frame: Frame = namedJsonFrame({
  openers: [...SECTION_OPENERS, CALL_OPENER].map((tag) => ({ tag })),
  readHeader,
  closes: ["<|tool_call_end|>", "<|tool_calls_section_end|>", "<|tool_call_section_end|>"],
  opens: ["<|tool_call_begin|>", "<|tool_calls_section_begin|>"],
});

function* readHeader(run: FrameRun): FrameSteps<CallHeader | undefined> {
  const isInSection = SECTION_OPENERS.includes(tagKey(run.tag?.name ?? ""));
  yield* run.skipBlanks();
  let textFrom = run.place;
  let id = yield* run.while(isHeaderCharacter, MAX_CALL_NAME);
  let tag = yield* readTag(run);
  if (id === "" && tag === CALL_OPENER) {
    yield* run.skipBlanks();
    textFrom = run.place;
    id = yield* run.while(isHeaderCharacter, MAX_CALL_NAME);
    tag = yield* readTag(run);
  }
  const isWhole = tag === ARGUMENTS_OPENER || (id !== "" && (yield* run.peek()) === OPEN_BRACE);
  if (!isWhole) {
    if (isInSection && run.ended === undefined) run.giveBack(textFrom);
    return undefined;
  }
  const name = nameIn(id, run);
  return { textFrom: run.place, ...(name !== undefined && { name }) };
}

/** The tag that stands here, blanks before it skipped, as it is looked up. */
function* readTag(run: FrameRun): FrameSteps<string | undefined> {
  if ((yield* run.skipBlanks()) !== LESS_THAN) return undefined;
  const tag = yield* run.readTag(HEADER_TAGS);
  return tag === undefined ? undefined : tagKey(tag.name);
}

/** The name in an id such as `functions.read_file:0`; none in a bare counter, and in the id of a client. */
function nameIn(id: string, run: FrameRun): string | undefined {
  const name = id.replace(/:\d*$/, "");
  if (/^(?:functions\.)?\d*$/.test(name)) return undefined;
  const isKnown = (one: string): boolean => run.context.index.tool(run.toolName(one)) !== undefined;
  if (CLIENT_ID.test(id) && !isKnown(name)) return undefined;
  const shorter = name.replace(/[.#_-]\d+$/, "");
  return !isKnown(name) && isKnown(shorter) ? shorter : name;
}
