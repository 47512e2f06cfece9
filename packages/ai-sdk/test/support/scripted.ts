import type { LanguageModelV3CallOptions, LanguageModelV3Content, LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { type MillraceOptions, millrace } from "../../src/index.js";

type Part = LanguageModelV3StreamPart;
type FinishPart = Extract<Part, { type: "finish" }>;
export type FinishWord = FinishPart["finishReason"]["unified"];

export const USAGE: FinishPart["usage"] = {
  inputTokens: { total: 11, noCache: 8, cacheRead: 3, cacheWrite: undefined },
  outputTokens: { total: 7, text: 5, reasoning: 2 },
};

/** How a provider ends a stream. */
export function finish(unified: FinishWord = "stop"): FinishPart {
  return { type: "finish", usage: USAGE, finishReason: { unified, raw: `their ${unified}` } };
}

/** A text as a provider streams it, in these pieces. */
export function textParts(pieces: readonly string[], id = "0"): Part[] {
  const deltas = pieces.map((delta): Part => ({ type: "text-delta", id, delta }));
  return [{ type: "text-start", id }, ...deltas, { type: "text-end", id }];
}

/** A request to a scripted model. */
export interface Asked {
  params?: Partial<LanguageModelV3CallOptions>;
  options?: MillraceOptions;
}

function paramsOf({ params }: Asked): LanguageModelV3CallOptions {
  return { prompt: [{ role: "user", content: [{ type: "text", text: "Go." }] }], ...params };
}

/** What the middleware makes of a stream of these parts. `source` may be a stream of its own. */
export async function stream(
  source: readonly Part[] | ReadableStream<Part>,
  asked: Asked = {},
): Promise<ReadableStream<Part>> {
  const doStream = async () => ({ stream: source instanceof ReadableStream ? source : streamOf(source) });
  const result = await millrace(asked.options).wrapStream({ params: paramsOf(asked), model: { doStream } });
  return result.stream;
}

/** All parts of that stream. */
export async function streamed(source: readonly Part[] | ReadableStream<Part>, asked: Asked = {}): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of await stream(source, asked)) parts.push(part);
  return parts;
}

/** What the middleware makes of an answer that came whole. */
export async function generated(content: LanguageModelV3Content[], asked: Asked = {}, unified: FinishWord = "stop") {
  const { finishReason, usage } = finish(unified);
  const doGenerate = async () => ({ content, finishReason, usage, warnings: [] });
  return millrace(asked.options).wrapGenerate({ params: paramsOf(asked), model: { doGenerate } });
}

/** What the model was called with. */
export async function sent(asked: Asked): Promise<LanguageModelV3CallOptions> {
  let received: LanguageModelV3CallOptions | undefined;
  const model = {
    doGenerate: async (params: LanguageModelV3CallOptions) => {
      received = params;
      const { finishReason, usage } = finish();
      return { content: [], finishReason, usage, warnings: [] };
    },
  };
  await millrace(asked.options).wrapGenerate({ params: paramsOf(asked), model });
  if (received === undefined) throw new Error("The model was not called.");
  return received;
}

function streamOf(parts: readonly Part[]): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
