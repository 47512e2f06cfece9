import type { Grammar, ModelClient, ModelProfile } from "@millrace/agent";
import { connectAiSdkModel } from "./ai-sdk/connect-model.js";
import { readAiSdkName } from "./ai-sdk/model-name.js";
import { answerStream } from "./answer-stream.js";
import { endpoint, showUrl } from "./base-url.js";
import { type ModelChoice, type ModelTarget, resolveModel } from "./model-target.js";
import { type AskedModel, askModel, probeModel } from "./probe-model.js";
import { familyProfile } from "./profiles/family-profile.js";
import type { WireName } from "./provider.js";
import { anthropicMessagesBody } from "./wires/anthropic-messages/request.js";
import { AnthropicMessagesDecoder } from "./wires/anthropic-messages/stream.js";
import { ContextSize } from "./wires/ollama-chat/context-size.js";
import { ollamaChatBody } from "./wires/ollama-chat/request.js";
import { OllamaChatDecoder } from "./wires/ollama-chat/stream.js";
import { openAiChatBody } from "./wires/openai-chat/request.js";
import { OpenAiChatDecoder } from "./wires/openai-chat/stream.js";
import { openAiResponsesBody } from "./wires/openai-responses/request.js";
import { OpenAiResponsesDecoder } from "./wires/openai-responses/stream.js";

/** A model that can be talked to, and what is known of it. */
export interface ConnectedModel {
  client: ModelClient;
  /** What the provider table and the catalogue of families say; `probe` says more, and better. */
  profile: Partial<ModelProfile>;
  /** How requests and answers are written; `ai-sdk`: as a package of the AI SDK does it. */
  wire: WireName | "ai-sdk";
  /** The notation in which its server takes a grammar for an answer (`ModelRequest.grammar`). Absent: it takes none. */
  grammar?: Grammar["syntax"];
  /** The address requests go to, for people. */
  address: string;
  /**
   * Loads what the model's client needs: for a model of the AI SDK its package, else nothing. A client that was not
   * loaded does so with its first request; whoever wants to know before asks here.
   *
   * @throws InvalidOptionError naming `model` where the package is not installed or makes no such model, with what to do
   */
  load(): Promise<void>;
  /**
   * Asks a local server what it knows of the model: window, tools, pictures. Returns what it said, possibly nothing;
   * takes 2 s at most and never fails. Ask once, at any time: an Ollama client takes the window over.
   */
  probe(signal?: AbortSignal): Promise<Partial<ModelProfile>>;
  /**
   * As `probe`, with the facts themselves, whether the model is there at all, and what is kept beside a measurement. A hosted
   * server is asked, too, for its list of models, so this is for whoever wants to know and not for each run. Takes 2 s at most and never fails.
   */
  ask(signal?: AbortSignal): Promise<AskedModel>;
}

/**
 * Makes the client of a model. Sends nothing. A model of a package of the AI SDK is `@ai-sdk/PACKAGE/MODEL`, or
 * `ai-sdk/PACKAGE/MODEL` for packages of other scopes or none; the package is loaded when it is needed, see `load`.
 *
 * @throws InvalidOptionError as {@link resolveModel} does; for a model of the AI SDK also for a `caFile` and a `wire`
 * @example
 * const { client, profile } = createModelClient({ model: "ollama/qwen3:8b" });
 * const other = createModelClient({ model: "my-model", baseUrl: "http://127.0.0.1:8080/v1" });
 * const third = createModelClient({ model: "@ai-sdk/google/gemini-3-pro" });
 */
export function createModelClient(choice: ModelChoice): ConnectedModel {
  const name = readAiSdkName(choice.model);
  if (name) return connectAiSdkModel(name, choice);
  const target = resolveModel(choice);
  const size = new ContextSize();
  return {
    client: { id: `${target.provider.name}/${target.model}`, stream: streamOf(target, size) },
    profile: profileOf(target),
    wire: target.wire,
    ...(takesGrammar(target) && { grammar: "gbnf" as const }),
    address: showUrl(target.baseUrl),
    load: async () => {},
    async probe(signal) {
      const found = await probeModel(target, signal);
      if (found.window) size.setWindow(found.window.value);
      return found;
    },
    async ask(signal) {
      const asked = await askModel(target, signal);
      if (asked.profile.window) size.setWindow(asked.profile.window.value);
      return asked;
    },
  };
}

function takesGrammar({ provider, wire }: ModelTarget): boolean {
  return provider.grammarField !== undefined && (wire === "openai-chat" || wire === "openai-responses");
}

function streamOf(target: ModelTarget, size: ContextSize): ModelClient["stream"] {
  const { provider, wire, model, baseUrl } = target;
  const contact = { answered: false };
  switch (wire) {
    case "openai-chat": {
      const url = endpoint(baseUrl, "/chat/completions");
      return (request, options) => {
        const body = request.verbatim ?? openAiChatBody(request, model, provider);
        return answerStream({ target, url, request, body, decoder: new OpenAiChatDecoder(), options, contact });
      };
    }
    case "openai-responses": {
      const url = endpoint(baseUrl, "/responses");
      return (request, options) => {
        const body = request.verbatim ?? openAiResponsesBody(request, model, provider);
        return answerStream({ target, url, request, body, decoder: new OpenAiResponsesDecoder(), options, contact });
      };
    }
    case "anthropic-messages": {
      const url = endpoint(baseUrl, "/v1/messages");
      return (request, options) => {
        const body = request.verbatim ?? anthropicMessagesBody(request, model);
        return answerStream({ target, url, request, body, decoder: new AnthropicMessagesDecoder(), options, contact });
      };
    }
    case "ollama-chat": {
      const url = endpoint(baseUrl, "/api/chat");
      return (request, options) => {
        const body = request.verbatim ?? ollamaChatBody(request, model, size.fit(request.contextTokens));
        return answerStream({ target, url, request, body, decoder: new OllamaChatDecoder(), options, contact });
      };
    }
  }
}

function profileOf({ provider, model, baseUrl, local }: ModelTarget): Partial<ModelProfile> {
  return {
    server: provider.name === "custom" ? baseUrl.host : provider.name,
    model,
    ...(local && { local: true as const }),
    ...(provider.reasoningBack && { reasoning: { form: "field" as const, back: provider.reasoningBack } }),
    ...(provider.chatTemplate === "published" && familyProfile(model)),
  };
}
