import type { ToolDefinition } from "@millrace/protocol";
import type { Reading } from "./answer/answer-reader.js";
import { readResult } from "./answer/read-result.js";
import { readStream } from "./answer/read-stream.js";
import { textRequest } from "./prompt/text-request.js";
import { type MillraceOptions, type Settings, settingsOf } from "./settings.js";
import type { CallOptions, GenerateResult, StreamResult } from "./specification.js";
import { toolDefinitions } from "./tool-definitions.js";

/**
 * A middleware of the AI SDK, for `wrapLanguageModel`. One object fits both lines: `ai` 6, which wants the version `v3`,
 * and `ai` 7, which takes any. What a model is given and what it answers stay of the version they were.
 */
export interface MillraceMiddleware {
  readonly specificationVersion: "v3";
  wrapGenerate<Options extends CallOptions, Result extends GenerateResult>(call: {
    params: Options;
    model: { doGenerate(options: Options): PromiseLike<Result> };
  }): Promise<Result>;
  wrapStream<Options extends CallOptions, Result extends StreamResult>(call: {
    params: Options;
    model: { doStream(options: Options): PromiseLike<Result> };
  }): Promise<Result>;
}

/**
 * Gives any model of the AI SDK tool calls that it writes as text. In mode `text` it is taught the tools in the system
 * prompt and gets the conversation's calls and results as text; in mode `salvage` it gets all natively. Either way calls
 * in its text are read while they arrive, in whatever dialect, and come out as the SDK's own parts: `tool-input-start` when
 * the name is known, `tool-input-delta` as the arguments are written, `tool-call` when the model closed it. Reasoning in
 * the text comes as reasoning. A call that was cut off is never given: the answer then finished by `length`.
 *
 * It keeps nothing between calls, so one object may serve any number of models and requests at once.
 *
 * @param options for all calls; `providerOptions: { millrace: { … } }` of a call goes before them
 * @throws InvalidOptionError for a wrong option: here, or from the call that has it in its `providerOptions`. It never
 *   throws for what a model writes.
 *
 * @example
 * const model = wrapLanguageModel({ model: ollama("gemma3:12b"), middleware: millrace({ dialect: "auto" }) });
 * const { text } = await generateText({ model, tools, stopWhen: stepCountIs(10), prompt: "What does a.ts hold?" });
 */
export function millrace(options: MillraceOptions = {}): MillraceMiddleware {
  const settings = settingsOf(options, "millrace()");
  return {
    specificationVersion: "v3",
    async wrapGenerate({ params, model }) {
      const { request, reading } = prepare(params, settings);
      return readResult(await model.doGenerate(request), reading);
    },
    async wrapStream({ params, model }) {
      const { request, reading } = prepare(params, settings);
      const result = await model.doStream(request);
      return { ...result, stream: readStream(result.stream, reading) };
    },
  };
}

/** What the model is called with, and how its answer is read. */
function prepare<Options extends CallOptions>(
  options: Options,
  defaults: Settings,
): { request: Options; reading: Reading } {
  const { millrace: own, ...others } = options.providerOptions ?? {};
  const settings = own === undefined ? defaults : settingsOf(own, "providerOptions.millrace", defaults);
  const theirs = own === undefined ? options : { ...options, providerOptions: others };
  const tools = toolDefinitions(options.tools);
  const request = settings.mode === "text" ? textRequest(theirs, tools, settings) : theirs;
  return { request, reading: readingOf(options, tools, settings) };
}

function readingOf({ toolChoice }: CallOptions, tools: readonly ToolDefinition[], settings: Settings): Reading {
  const { dialect, mode, start } = settings;
  const began = start === undefined ? {} : { start };
  // Nobody asked for calls, so none is read: of no tools cline knows no mark.
  if (tools.length === 0 || toolChoice?.type === "none") {
    return { tools: [], dialect: "cline", nativeOffered: false, ...began };
  }
  return { tools, dialect, nativeOffered: mode === "salvage", ...began };
}
