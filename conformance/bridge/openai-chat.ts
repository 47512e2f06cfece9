import type { ToolDefinition } from "@millrace/protocol";
import { OpenAI } from "openai";
import { ADDRESS, type ClientLibrary, type Fetch, QUESTION } from "./client-library.js";
import { SeenParts } from "./seen-answer.js";

/** OpenAI's library, chat completions. */
export const openAiChat: ClientLibrary = {
  wire: "openai-chat",
  finishes: {
    stop: ["stop"],
    "tool-calls": ["tool_calls"],
    length: ["length"],
    "content-filter": ["content_filter"],
    // With calls it is their word.
    unknown: ["stop", "tool_calls"],
  },
  async ask(fetch, tools) {
    const seen = new SeenParts();
    try {
      const stream = await clientOf(fetch).chat.completions.create({
        ...question(tools),
        stream: true,
        stream_options: { include_usage: true },
      });
      for await (const { choices, usage } of stream) {
        const [choice] = choices;
        const delta = choice?.delta ?? {};
        if ("reasoning_content" in delta && typeof delta.reasoning_content === "string" && delta.reasoning_content) {
          seen.text("reasoning", "reasoning", delta.reasoning_content);
        }
        if (delta.content) seen.text("text", "text", delta.content);
        for (const { index, id, function: called } of delta.tool_calls ?? []) {
          seen.call(`call ${index}`, { id, name: called?.name, json: called?.arguments });
        }
        if (choice?.finish_reason) seen.finish = choice.finish_reason;
        if (usage) {
          seen.usage = {
            inputTokens: usage.prompt_tokens,
            outputTokens: usage.completion_tokens,
            cachedInputTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
          };
        }
      }
      return seen.seen(undefined);
    } catch (error) {
      return seen.seen(error);
    }
  },
  async askWhole(fetch, tools) {
    const seen = new SeenParts();
    try {
      const { choices, usage } = await clientOf(fetch).chat.completions.create(question(tools));
      const [choice] = choices;
      const message = choice?.message ?? {};
      if ("reasoning_content" in message && typeof message.reasoning_content === "string") {
        seen.text("reasoning", "reasoning", message.reasoning_content);
      }
      if (choice?.message.content) seen.text("text", "text", choice.message.content);
      for (const [index, call] of (choice?.message.tool_calls ?? []).entries()) {
        if (call.type !== "function") continue;
        seen.call(`call ${index}`, { id: call.id, name: call.function.name, json: call.function.arguments });
      }
      seen.finish = choice?.finish_reason;
      if (usage) seen.usage = { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
      return seen.seen(undefined);
    } catch (error) {
      return seen.seen(error);
    }
  },
};

function clientOf(fetch: Fetch): OpenAI {
  return new OpenAI({ baseURL: `${ADDRESS}/v1`, apiKey: "none", maxRetries: 0, fetch });
}

function question(tools: readonly ToolDefinition[]): OpenAI.ChatCompletionCreateParamsNonStreaming {
  return {
    model: "m",
    messages: [{ role: "user", content: QUESTION }],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: "function" as const,
        function: { name, description, parameters: { ...parameters } },
      })),
    }),
  };
}
