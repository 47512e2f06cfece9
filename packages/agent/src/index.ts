export type { AgentOptions } from "./agent-options.js";
export type { Access, AccessEffect } from "./approvals/access.js";
export type { Answer, Ask, AskAnswer, AskUser, Question } from "./approvals/ask.js";
export { type CallToJudge, type Judgement, judgeCall } from "./approvals/judge.js";
export type { Mode } from "./approvals/modes.js";
export { type Decision, parseRule, type Rule } from "./approvals/rules.js";
export { isModelError } from "./as-model-error.js";
export { asSentence } from "./as-sentence.js";
export { bytesPerTokenOf } from "./bytes-per-token.js";
export { type Checkpointer, noCheckpoints } from "./checkpointer.js";
export { COMMON_DIALECTS, type ProtocolChange } from "./choose-protocol.js";
export { type Clock, systemClock } from "./clock.js";
export { TokenEstimator } from "./context/estimate.js";
export type { Went } from "./context/fit.js";
export { type Agent, createAgent } from "./create-agent.js";
export { EventCoalescer } from "./events/coalesce.js";
export {
  applyEvent,
  type CallState,
  emptySession,
  foldSession,
  type SessionState,
} from "./events/fold.js";
export type { PrefixBreak, PrefixMeasure } from "./events/prefix-measure.js";
export type {
  Budget,
  EventOf,
  RequestTimings,
  RunEnd,
  SessionEvent,
  SessionEventBody,
  SessionEventType,
} from "./events/session-event.js";
export { usageCost } from "./events/usage-cost.js";
export { addUsage, emptyUsage, prefixShare, type UsageTotals } from "./events/usage-totals.js";
export { type FailureKind, failureExitCode } from "./exit-codes.js";
export { completeProfile, tierFor } from "./freeze-config.js";
export type { ImagePart, Message, Part } from "./history/message.js";
export { type Journal, MemoryJournal, noJournal } from "./journal.js";
export { DEFAULT_LIMITS, type Limits, LOCAL_TIMERS, REMOTE_TIMERS, type Timers } from "./limits.js";
export { memoryWorkspace } from "./memory-workspace.js";
export { mergeProfiles, sourceOf } from "./merge-profiles.js";
export type { Grammar, ModelClient, ModelRequest, StreamOptions, ToolChoice } from "./model-client.js";
export {
  type ConnectionRequestOptions,
  ModelConnection,
  type ModelConnectionOptions,
} from "./model-connection.js";
export { type ErrorKind, ModelError, type ModelErrorFacts, type RequestPhase } from "./model-error.js";
export type { Known, ModelProfile, Prices, Reasoning } from "./model-profile.js";
export { type BuiltPrompt, type PreparedRequest, type RequestShape, shapeRequest } from "./prepare-request.js";
export type { ContextSource, EnvironmentFacts } from "./prompt/context-source.js";
export { fitSections } from "./prompt/fit-sections.js";
export type { PromptContext, PromptSection } from "./prompt/prompt-context.js";
export { type FirstRequest, type PromptCost, type PromptCosts, promptCosts } from "./prompt/prompt-costs.js";
export { buildPrompt } from "./prompt/system-prompt.js";
export { REDACTED, redact, secretsAmong } from "./redact.js";
export type { RunResult, Task, TaskOptions, UndoneCompaction } from "./task-contract.js";
export {
  type ContentPart,
  type Effects,
  type FileChange,
  type Plan,
  type Preview,
  type Progress,
  type ResultMeta,
  type ResultStatus,
  type Tool,
  type ToolContext,
  type ToolResult,
  textResult,
} from "./tool.js";
export type { TurnConfig } from "./turn-config.js";
export type { Location, Workspace } from "./workspace.js";
