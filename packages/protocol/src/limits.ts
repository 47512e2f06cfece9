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

/** More faults than this are counted, not listed: the sentence is for a model's small window. */
export const MAX_FAULTS_NAMED = 20;
