import type { ToolDefinition } from "@millrace/protocol";
import { OpenAI } from "openai";
import type { ResponseCreateParamsNonStreaming } from "openai/resources/responses/responses";
import { ADDRESS, type ClientLibrary, type Fetch, QUESTION } from "./client-library.js";
import { SeenParts } from "./seen-answer.js";

/** OpenAI's library, responses. */
export const openAiResponses: ClientLibrary = {
  wire: "openai-responses",
  // Calls have no word of their own there.
  finishes: {
    stop: ["completed"],
    "tool-calls": ["completed"],
    length: ["max_output_tokens"],
    "content-filter": ["content_filter"],
    unknown: ["completed"],
  },
  async ask(fetch, tools) {
    const seen = new SeenParts();
    try {
      const stream = await clientOf(fetch).responses.create({ ...question(tools), stream: true });
      for await (const event of stream) {
        switch (event.type) {
          case "response.output_text.delta":
            seen.text("text", `text ${event.output_index}`, event.delta);
            break;
          case "response.reasoning_text.delta":
          case "response.reasoning_summary_text.delta":
            seen.text("reasoning", `reasoning ${event.output_index}`, event.delta);
            break;
          case "response.output_item.added":
            if (event.item.type === "function_call") {
              seen.call(`call ${event.output_index}`, { id: event.item.call_id, name: event.item.name });
            }
            break;
          case "response.function_call_arguments.delta":
            seen.call(`call ${event.output_index}`, { json: event.delta });
            break;
          case "response.completed":
          case "response.incomplete": {
            const { usage, incomplete_details: details } = event.response;
            seen.finish = details?.reason ?? "completed";
            if (usage) {
              seen.usage = {
                inputTokens: usage.input_tokens,
                outputTokens: usage.output_tokens,
                cachedInputTokens: usage.input_tokens_details?.cached_tokens ?? 0,
              };
            }
            break;
          }
          case "response.failed":
            return seen.seen(new Error(event.response.error?.message ?? "no message"));
          case "error":
            return seen.seen(new Error(event.message));
          default:
            break;
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
      const response = await clientOf(fetch).responses.create(question(tools));
      for (const [index, item] of response.output.entries()) {
        if (item.type === "function_call") {
          seen.call(`call ${index}`, { id: item.call_id, name: item.name, json: item.arguments });
        } else if (item.type === "message") {
          for (const part of item.content)
            if (part.type === "output_text") seen.text("text", `text ${index}`, part.text);
        } else if (item.type === "reasoning") {
          for (const { text } of item.summary) seen.text("reasoning", `reasoning ${index}`, text);
        }
      }
      const { usage, status, incomplete_details: details } = response;
      seen.finish = details?.reason ?? status;
      if (usage) seen.usage = { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens };
      return seen.seen(undefined);
    } catch (error) {
      return seen.seen(error);
    }
  },
};

function clientOf(fetch: Fetch): OpenAI {
  return new OpenAI({ baseURL: `${ADDRESS}/v1`, apiKey: "none", maxRetries: 0, fetch });
}

function question(tools: readonly ToolDefinition[]): ResponseCreateParamsNonStreaming {
  return {
    model: "m",
    store: false,
    input: QUESTION,
    tools: tools.map(({ name, description, parameters }) => ({
      type: "function" as const,
      name,
      description,
      parameters: { ...parameters },
      strict: false,
    })),
  };
}
