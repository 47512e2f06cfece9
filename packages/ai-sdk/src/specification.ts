/*
 * The language model specification of the AI SDK, as far as the middleware reads and writes it, for the versions `v3`
 * (`ai` 6) and `v4` (`ai` 7) at once. The middleware is typed by these and not by `@ai-sdk/provider`: that package has one
 * version's types at a time, and a middleware for both would need two. What the versions do not share is `unknown` here
 * and passes through untouched. `test/types.test.ts` holds these against both versions' own types.
 */

/** Options for, or facts from, a provider, by its name: JSON, which the versions type differently. */
export type ProviderData = Record<string, { [key: string]: unknown }>;

/** What every part of a prompt may carry for a provider. */
interface WithOptions {
  providerOptions?: ProviderData;
}

export interface TextPart extends WithOptions {
  type: "text";
  text: string;
}

/** `data` has a form of its own in each version. */
export interface FilePart extends WithOptions {
  type: "file";
  data: unknown;
  mediaType: string;
  filename?: string;
}

export interface ToolCallPart extends WithOptions {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerExecuted?: boolean;
}

export interface ToolResultPart extends WithOptions {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: ToolOutput;
}

/** Parts that pass as they are. */
interface OtherAssistantPart extends WithOptions {
  type: "reasoning" | "reasoning-file" | "custom";
}

interface OtherToolPart extends WithOptions {
  type: "tool-approval-response";
}

/** What a tool gave. A type that is not listed here is shown as its JSON. */
export type ToolOutput =
  | { type: "text" | "error-text"; value: string }
  | { type: "json" | "error-json"; value: unknown }
  | { type: "execution-denied"; reason?: string }
  | { type: "content"; value: OutputPart[] };

/** A part of an output: `file` is v4's, the others that are not text are v3's. */
export type OutputPart =
  | { type: "text"; text: string }
  | { type: "file"; data: FileData; mediaType: string; filename?: string }
  | { type: "file-data" | "image-data"; data: string; mediaType: string; filename?: string }
  | { type: "file-url" | "image-url"; url: string; mediaType?: string }
  | { type: "file-id" | "image-file-id" }
  | { type: "custom" };

/** v4's file data. */
export type FileData =
  | { type: "data"; data: string | Uint8Array }
  | { type: "url"; url: URL }
  | { type: "reference"; reference: unknown }
  | { type: "text"; text: string };

export type UserPart = TextPart | FilePart;
export type AssistantPart = TextPart | FilePart | ToolCallPart | ToolResultPart | OtherAssistantPart;
type ToolPart = ToolResultPart | OtherToolPart;

/** A message of a prompt. */
export type PromptMessage = WithOptions &
  (
    | { role: "system"; content: string }
    | { role: "user"; content: UserPart[] }
    | { role: "assistant"; content: AssistantPart[] }
    | { role: "tool"; content: ToolPart[] }
  );

/** A tool of the caller's, or one that the provider has and runs. */
export type OfferedTool =
  | { type: "function"; name: string; description?: string; inputSchema: unknown }
  | { type: "provider"; name: string };

export type ToolChoice = { type: "auto" | "none" | "required" } | { type: "tool"; toolName: string };

/** What a model is called with. */
export interface CallOptions {
  prompt: PromptMessage[];
  tools?: OfferedTool[];
  toolChoice?: ToolChoice;
  providerOptions?: ProviderData;
}

/** Why an answer ended: the SDK's own word, and the provider's. */
export interface FinishReason {
  unified: string;
  raw: string | undefined;
}

/** A part of an answer that came whole. */
export type Content =
  | { type: "text"; text: string; providerMetadata?: ProviderData }
  | { type: "reasoning"; text: string; providerMetadata?: ProviderData }
  | { type: PassedContent };

type PassedContent =
  | "custom"
  | "file"
  | "reasoning-file"
  | "source"
  | "tool-approval-request"
  | "tool-call"
  | "tool-result";

/** A part of an answer that arrives. */
export type StreamPart =
  | { type: ProseEdge; id: string; providerMetadata?: ProviderData }
  | { type: ProseDelta; id: string; delta: string; providerMetadata?: ProviderData }
  | { type: "finish"; finishReason: FinishReason }
  | { type: PassedPart };

type ProseEdge = "text-start" | "text-end" | "reasoning-start" | "reasoning-end";
type ProseDelta = "text-delta" | "reasoning-delta";
type PassedPart =
  | PassedContent
  | "error"
  | "ping"
  | "raw"
  | "response-metadata"
  | "stream-start"
  | "tool-input-start"
  | "tool-input-delta"
  | "tool-input-end";

/** What the middleware itself writes into an answer. Fits both versions. */
export type MadePart =
  | { type: ProseEdge; id: string; providerMetadata?: ProviderData }
  | { type: ProseDelta; id: string; delta: string; providerMetadata?: ProviderData }
  | { type: "tool-input-start"; id: string; toolName: string }
  | { type: "tool-input-delta"; id: string; delta: string }
  | { type: "tool-input-end"; id: string }
  | MadeCall;

/** A call that was read from text. `input` is a JSON object as text. */
export interface MadeCall {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: string;
  providerMetadata: CallMetadata;
}

/** What is noted on a call. A `type`, as only that fits an index signature. */
export type CallMetadata = { millrace: { dialect: string; repairs: string[]; doubtful?: string } };

/** An answer that came whole. */
export interface GenerateResult {
  content: Content[];
  finishReason: FinishReason;
}

/** An answer that arrives. */
export interface StreamResult {
  stream: ReadableStream<StreamPart>;
}
