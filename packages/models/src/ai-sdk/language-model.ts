/**
 * A language model of the AI SDK, as far as it is used here: of specification `v2` (`ai` 5), `v3` (`ai` 6) or `v4`
 * (`ai` 7). A `LanguageModelV2`, `LanguageModelV3` and `LanguageModelV4` of `@ai-sdk/provider` is one.
 */
export interface AiSdkModel {
  readonly specificationVersion: string;
  /** Who it is from, and through which of its interfaces: `anthropic.messages`, `openai.responses`. */
  readonly provider: string;
  readonly modelId: string;
  /** Takes {@link CallOptions}. Whatever a part is, it is looked at before it is believed. */
  doStream(options: object): PromiseLike<{ stream: PartStream }>;
}

/** A `ReadableStream`, as far as it is read here. */
interface PartStream {
  getReader(): PartReader;
}

/** A `ReadableStreamDefaultReader`, as far as it is used here. */
export interface PartReader {
  read(): Promise<{ done: boolean; value?: unknown }>;
  cancel(reason?: unknown): Promise<void>;
}

/** The specifications that are spoken. What differs between them: a file's data, usage, how an end is said. */
export const SPECIFICATIONS = ["v2", "v3", "v4"] as const;
export type Specification = (typeof SPECIFICATIONS)[number];

/** Options for providers, by the name under which each looks for its own. */
export type ProviderOptions = Record<string, Record<string, JsonValue>>;

/** What JSON can say. */
type JsonValue = null | string | number | boolean | JsonValue[] | { [key: string]: JsonValue | undefined };

/** Whether a value from elsewhere has the form of options; each provider looks at its own. */
export function areProviderOptions(value: unknown): value is ProviderOptions {
  return isObject(value) && Object.values(value).every(isObject);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is asked of a model. `Data`: how its specification says what is in a file. */
export interface CallOptions<Data = FileData> {
  prompt: PromptMessage<Data>[];
  tools?: FunctionTool[];
  toolChoice?: { type: "auto" } | { type: "none" } | { type: "required" } | { type: "tool"; toolName: string };
  maxOutputTokens?: number;
  stopSequences?: string[];
  headers?: Record<string, string>;
  providerOptions?: ProviderOptions;
  abortSignal?: AbortSignal;
}

/** A tool that is ours to run. */
export interface FunctionTool {
  type: "function";
  name: string;
  description: string;
  inputSchema: object;
  providerOptions?: ProviderOptions;
}

/** A message of a prompt. */
export type PromptMessage<Data = FileData> = (
  | { role: "system"; content: string }
  | { role: "user"; content: (TextPart | FilePart<Data>)[] }
  | { role: "assistant"; content: (TextPart | ReasoningPart | ToolCallPart)[] }
  | { role: "tool"; content: ToolResultPart[] }
) & { providerOptions?: ProviderOptions };

export interface TextPart {
  type: "text";
  text: string;
}

export interface FilePart<Data = FileData> {
  type: "file";
  mediaType: string;
  data: Data;
}

/** Up to v3: base64, or an address. */
export type BareData = string | URL;
/** From v4 on it says which of them it is. */
export type NamedData = { type: "data"; data: string } | { type: "url"; url: URL };
type FileData = BareData | NamedData;

interface ReasoningPart {
  type: "reasoning";
  text: string;
  providerOptions?: ProviderOptions;
}

interface ToolCallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: Readonly<Record<string, unknown>>;
  providerOptions?: ProviderOptions;
}

interface ToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "text"; value: string } | { type: "error-text"; value: string };
}
