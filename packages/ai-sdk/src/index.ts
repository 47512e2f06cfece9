export { type MillraceMiddleware, millrace } from "./millrace.js";
export type { MillraceOptions, Mode } from "./settings.js";
export type { CallOptions, GenerateResult, StreamResult } from "./specification.js";
