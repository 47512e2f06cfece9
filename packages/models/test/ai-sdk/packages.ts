import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { ModelClient } from "@millrace/agent";
import { createAiSdkClient, createModelClient } from "../../src/index.js";

const apiKey = "a-key-for-tests";

/** A package of the AI SDK, and the wire of ours that speaks to the same server. */
export interface PackagePair {
  name: string;
  /** It tells what a model thinks. */
  reasons: boolean;
  door(url: string): ModelClient;
  own(url: string): ModelClient;
}

export const anthropicPair: PackagePair = {
  name: "@ai-sdk/anthropic",
  reasons: true,
  door: (url) => createAiSdkClient(createAnthropic({ baseURL: `${url}/v1`, apiKey })("claude-sonnet-4-5")),
  own: (url) => createModelClient({ model: "anthropic/claude-sonnet-4-5", baseUrl: url, apiKey, env: {} }).client,
};

const ownChat = (url: string) => createModelClient({ model: "scripted", baseUrl: `${url}/v1`, env: {} }).client;

const compatiblePair: PackagePair = {
  name: "@ai-sdk/openai-compatible",
  reasons: true,
  door: (url) =>
    createAiSdkClient(createOpenAICompatible({ name: "custom", baseURL: `${url}/v1`, includeUsage: true })("scripted")),
  own: ownChat,
};

const openAiChatPair: PackagePair = {
  name: "@ai-sdk/openai (chat)",
  reasons: false,
  door: (url) => createAiSdkClient(createOpenAI({ baseURL: `${url}/v1`, apiKey }).chat("scripted")),
  own: ownChat,
};

export const packagePairs: readonly PackagePair[] = [anthropicPair, compatiblePair, openAiChatPair];
