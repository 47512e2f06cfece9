import {
  type ModelClient,
  type ModelRequest,
  type RequestPhase,
  type StreamOptions,
  secretsAmong,
} from "@millrace/agent";
import { InvalidOptionError, type StreamChunk } from "@millrace/protocol";
import { callOptions } from "./ai-sdk/call-options.js";
import { type AiSdkModel, type PartReader, SPECIFICATIONS, type Specification } from "./ai-sdk/language-model.js";
import { modelFailure } from "./ai-sdk/model-failure.js";
import { PartDecoder } from "./ai-sdk/part-decoder.js";
import { signatureOrigin } from "./wires/signature.js";

/** What is known of a model of the AI SDK besides the model. */
export interface AiSdkClientOptions {
  /** Of the client. Default: provider and name, `anthropic.messages/claude-sonnet-4-5`. */
  id?: string;
  /** Values that must not appear in an error's message. Default: the process's variables that look like keys. */
  secrets?: readonly string[];
}

/**
 * A client of any language model of the AI SDK, of specification v2, v3 or v4 (`ai` 5, 6 and 7): what a request says is
 * asked with `doStream`, and the parts of the answer are chunks. The package sends once: of the SDK, only `ai` itself
 * retries, which has no part in it.
 *
 * What the model says of its reasoning and calls besides their text goes back to this provider and model family as it
 * came. Not sent: a grammar, the size of a context, a `verbatim` body. It has no `onPhase`: the connection is the package's own matter.
 *
 * @throws InvalidOptionError naming `model` where it is no such model
 * @example
 * import { anthropic } from "@ai-sdk/anthropic";
 * const task = createAgent({ model: createAiSdkClient(anthropic("claude-sonnet-4-5")), tools }).startTask();
 */
export function createAiSdkClient(model: AiSdkModel, options: AiSdkClientOptions = {}): ModelClient {
  const specification = specificationOf(model);
  const { id = `${model.provider}/${model.modelId}`, secrets = secretsAmong(process.env) } = options;
  const origin = signatureOrigin(`ai-sdk.${model.provider}`, model.modelId);
  const known = { model, specification, origin, secrets, contact: { answered: false } };
  return { id, stream: (request, streamOptions) => streamParts({ ...known, request, options: streamOptions }) };
}

function specificationOf(model: AiSdkModel): Specification {
  const found = SPECIFICATIONS.find((name) => name === model.specificationVersion);
  if (found && typeof model.doStream === "function") return found;
  const said = typeof model.doStream === "function" ? `specification ${model.specificationVersion}` : "no doStream";
  throw new InvalidOptionError(
    "model",
    `\`model\` is no language model that can be spoken to: it has ${said}. Give one of specification ${SPECIFICATIONS.join(", ")}: the packages for \`ai\` 5, 6 and 7 make them.`,
  );
}

interface Call {
  model: AiSdkModel;
  specification: Specification;
  origin: string;
  secrets: readonly string[];
  /** Of all requests of one client: noted as soon as one is answered. */
  contact: { answered: boolean };
  request: ModelRequest;
  options: StreamOptions;
}

/** Throws only `ModelError`, or the signal's reason on abort, after all that came before it was yielded. */
async function* streamParts(call: Call): AsyncGenerator<StreamChunk, void, void> {
  const { model, origin, secrets, contact, options } = call;
  const answeredBefore = contact.answered;
  const { signal } = options;
  const { provider, modelId } = model;
  const decoder = new PartDecoder(provider, origin);
  let phase: RequestPhase = "connect";
  const failed = (error: unknown) => modelFailure(error, { provider, modelId, phase, answeredBefore, secrets });
  signal.throwIfAborted();
  let reader: PartReader | undefined;
  // A read that waits ends with it, also where the package does not look at the signal.
  const stop = () => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", stop, { once: true });
  try {
    reader = await open(call);
    contact.answered = true;
    phase = "first-content";
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      for (const chunk of decoder.push(value)) {
        if (isContent(chunk)) phase = "stream";
        yield chunk;
      }
      if (decoder.failure) throw failed(decoder.failure.error);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw failed(error);
  } finally {
    signal.removeEventListener("abort", stop);
    // Whoever stops listening ends the connection, and does not wait for the package to do so. Of a stream that is broken
    // or has ended nothing is left to cancel.
    reader?.cancel().catch(() => {});
  }
}

/** Resolves when the answer begins. An abort ends the wait, and an answer that begins after it is not read. */
async function open(call: Call): Promise<PartReader> {
  const { signal } = call.options;
  const answer = ask(call);
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([answer, aborted]);
  } catch (error) {
    answer.then((reader) => reader.cancel(error)).catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function ask({ model, specification, origin, request, options: { signal } }: Call): Promise<PartReader> {
  const { provider } = model;
  const options = { ...callOptions(request, { provider, specification, origin }), abortSignal: signal };
  const { stream } = await model.doStream(options);
  return stream.getReader();
}

function isContent({ type }: StreamChunk): boolean {
  return type !== "usage" && type !== "keep-alive" && type !== "finish";
}
