import type { Kind } from "../kind.js";
import { STREAMS } from "./streams.js";

/** Every kind there is, in the order they run. */
export const KINDS: readonly Kind[] = [...STREAMS];
