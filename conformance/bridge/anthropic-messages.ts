import { Anthropic } from "@anthropic-ai/sdk";
import type { ToolDefinition } from "@millrace/protocol";
import { ADDRESS, type ClientLibrary, type Fetch, QUESTION } from "./client-library.js";
import { SeenParts } from "./seen-answer.js";

/** Anthropic's library. */
export const anthropicMessages: ClientLibrary = {
  wire: "anthropic-messages",
  finishes: {
    stop: ["end_turn"],
    "tool-calls": ["tool_use"],
    length: ["max_tokens"],
    "content-filter": ["refusal"],
    // With calls it is their word.
    unknown: ["end_turn", "tool_use"],
  },
  async ask(fetch, tools) {
    const seen = new SeenParts();
    try {
      const stream = await clientOf(fetch).messages.create({ ...question(tools), stream: true });
      for await (const event of stream) {
        if (event.type === "content_block_start" && event.content_block.type === "tool_use") {
          seen.call(`${event.index}`, { id: event.content_block.id, name: event.content_block.name });
        } else if (event.type === "content_block_delta") {
          const { index, delta } = event;
          if (delta.type === "text_delta") seen.text("text", `${index}`, delta.text);
          else if (delta.type === "thinking_delta") seen.text("reasoning", `${index}`, delta.thinking);
          else if (delta.type === "input_json_delta") seen.call(`${index}`, { json: delta.partial_json });
        } else if (event.type === "message_delta") {
          const { usage, delta } = event;
          seen.finish = delta.stop_reason ?? undefined;
          const cached = usage.cache_read_input_tokens ?? 0;
          seen.usage = {
            // The bridge's other formats count the whole prompt: this one counts what is cached apart.
            inputTokens: (usage.input_tokens ?? 0) + cached + (usage.cache_creation_input_tokens ?? 0),
            outputTokens: usage.output_tokens,
            cachedInputTokens: cached,
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
      const { content, stop_reason, usage } = await clientOf(fetch).messages.create(question(tools));
      for (const [index, block] of content.entries()) {
        if (block.type === "text") seen.text("text", `${index}`, block.text);
        else if (block.type === "thinking") seen.text("reasoning", `${index}`, block.thinking);
        else if (block.type === "tool_use") {
          seen.call(`${index}`, { id: block.id, name: block.name, json: JSON.stringify(block.input) });
        }
      }
      seen.finish = stop_reason ?? undefined;
      seen.usage = { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens };
      return seen.seen(undefined);
    } catch (error) {
      return seen.seen(error);
    }
  },
};

function clientOf(fetch: Fetch): Anthropic {
  return new Anthropic({ baseURL: ADDRESS, apiKey: "none", maxRetries: 0, fetch });
}

function question(tools: readonly ToolDefinition[]): Anthropic.MessageCreateParamsNonStreaming {
  return {
    model: "m",
    max_tokens: 1_000,
    messages: [{ role: "user", content: QUESTION }],
    tools: tools.map(({ name, description, parameters }) => ({
      name,
      description,
      input_schema: {
        type: "object" as const,
        properties: { ...parameters.properties },
        required: [...(parameters.required ?? [])],
      },
    })),
  };
}
