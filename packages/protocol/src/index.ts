export type { Block, ReasoningBlock, Repair, RepairKind, Span, TextBlock, ToolUseBlock } from "./block.js";
export type { BlockEvent } from "./block-event.js";
export type { Dialect, RenderableCall, RenderableResult, RenderedCall, Tier } from "./dialects/dialect.js";
export { InvalidOptionError, MillraceError } from "./errors.js";
export type { MessageReader, ParserOptions } from "./options.js";
export type { FinishReason, StreamChunk, Usage } from "./stream-chunk.js";
export type { JsonSchema, JsonType, ToolDefinition } from "./tool-definition.js";
