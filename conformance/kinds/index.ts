import type { Kind } from "../kind.js";
import { CLINE_V2_DIFFERENTIAL } from "./cline-v2-differential.js";
import { CORPORA } from "./corpus.js";
import { EDITS } from "./edits.js";
import { PARSING } from "./parsing.js";
import { STREAMS } from "./streams.js";

/** Every kind there is, in the order they run. */
export const KINDS: readonly Kind[] = [...CORPORA, CLINE_V2_DIFFERENTIAL, PARSING, EDITS, ...STREAMS];
