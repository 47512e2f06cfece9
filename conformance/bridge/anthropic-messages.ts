import { Anthropic } from "@anthropic-ai/sdk";
import { ADDRESS, type ClientLibrary, QUESTION } from "./client-library.js";
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
    const client = new Anthropic({ baseURL: ADDRESS, apiKey: "none", maxRetries: 0, fetch });
    const seen = new SeenParts();
    try {
      const stream = await client.messages.create({
        model: "m",
        stream: true,
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
      });
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
};
