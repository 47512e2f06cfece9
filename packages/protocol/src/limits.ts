/** An open block, or a stretch that is held while it is undecided, ends loudly when it grows past this. UTF-16 units. */
export const MAX_OPEN_BLOCK = 32 * 1024 * 1024;

/** Blanks that may stand between a tool's opening tag and the first of its own tags. */
export const MAX_BLANKS_BEHIND_OPENER = 200;

/** The info string of a fence that may hold calls. */
export const MAX_FENCE_INFO = 200;

/** The label in the header of a rendered result that says what the call was about; more is cut. UTF-16 units. */
export const MAX_RESULT_LABEL = 120;

/** Deeper than this an object in a taught schema is only called an object. */
export const MAX_TAUGHT_DEPTH = 3;

/** How deep JSON may be nested. Deeper is no argument of a tool, and would be a danger to whoever walks it. */
export const MAX_JSON_DEPTH = 512;

/** How deep schemas and the values under them are looked at. What lies deeper is taken as it is. */
export const MAX_SCHEMA_DEPTH = 64;
/**
 * Schemas that references may put in place, in all of one tool: a stranger's few lines of references to references could
 * stand for more than any memory holds.
 */
export const MAX_REFERENCED_SCHEMAS = 20_000;

/** More faults than this are counted, not listed: the sentence is for a model's small window. */
export const MAX_FAULTS_NAMED = 20;

/** A name in a call: of its tool, of a parameter, with what a family writes around it, such as a counter. UTF-16 units. */
export const MAX_CALL_NAME = 200;

/** An id in the header of a call. */
export const MAX_CALL_ID = 64;

/** The words between two tokens of a header. */
export const MAX_HEADER_WORDS = 200;

/** A line that holds a name, and what stands around it. */
export const MAX_NAME_LINE = 400;

/** Blanks that are looked through behind a line of a call, or before one. */
export const MAX_BLANKS = 200;

/** Blanks between a tag's `<` and its name. */
export const MAX_BLANKS_IN_TAG = 3;

/** The attributes of a tag. */
export const MAX_TAG_ATTRIBUTES = 1000;

/** The word behind a code fence that stands inside of a frame. */
export const MAX_INNER_FENCE_INFO = 20;

/** Less of a word is no sign of it, where the message ended in it. */
export const MIN_HALF_WORD = 3;

/** A key of a JSON object of which it is to be seen whether it is a call. */
export const MAX_CALL_KEY = 64;

/** Arguments in Python of a tool that nobody knows, in text: nobody has asked for them, so they are not held for longer. */
export const MAX_UNKNOWN_CALL = 2000;

/** A mark that closes a frame around JSON is shorter than this. */
export const MAX_FRAME_MARK = 128;

/** Behind so many characters without a verdict a quote in JSON is what strict JSON takes it for. */
export const MAX_QUOTE_LOOK_AHEAD = 64;

/** What was written is quoted up to here in a repair, and a value in a fault. */
export const MAX_QUOTED_TEXT = 40;
export const MAX_QUOTED_VALUE = 60;

/** Alternatives of a schema that a grammar writes out. */
export const MAX_GRAMMAR_ALTERNATIVES = 64;
