import { corpusFiles } from "../corpus-files.js";
import type { Kind } from "../kind.js";
import { BRIDGE_PARSING } from "./bridge-parsing.js";
import { BRIDGE_STREAMS } from "./bridge-streams.js";
import { CLINE_V2_DIFFERENTIAL } from "./cline-v2-differential.js";
import { CONTEXT } from "./context.js";
import { corpora } from "./corpus.js";
import { EDITS } from "./edits.js";
import { ERRORS } from "./errors.js";
import { PARSING } from "./parsing.js";
import { RETRY } from "./retry.js";
import { STREAMING } from "./streaming.js";
import { STREAMS } from "./streams.js";

/** Every kind there is, in the order they run. The corpus has a kind a file, so its folder is looked into. */
export function allKinds(environment: Readonly<Record<string, string | undefined>>): readonly Kind[] {
  return [
    ...corpora(corpusFiles(environment)),
    CLINE_V2_DIFFERENTIAL,
    PARSING,
    EDITS,
    ERRORS,
    ...STREAMS,
    STREAMING,
    RETRY,
    CONTEXT,
    BRIDGE_PARSING,
    ...BRIDGE_STREAMS,
  ];
}
