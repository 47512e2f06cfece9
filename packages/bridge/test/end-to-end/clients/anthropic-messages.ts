import { Anthropic } from "@anthropic-ai/sdk";
import { type AskOptions, asError, type Client, type Conversation, type How, inputOf, type Seen } from "./client.js";

type Body = Omit<Anthropic.MessageCreateParamsNonStreaming, "stream">;

/** An answer as far as it came. */
interface Answer {
  content: Anthropic.ContentBlock[];
  finish: string | undefined;
  usage?: { input_tokens: number | null; output_tokens: number };
  error?: Error;
}

/** Anthropic's library. */
export const anthropicMessages: Client = {
  wire: "anthropic-messages",
  finish: { stop: "end_turn", "tool-calls": "tool_use", length: "max_tokens" },
  talk(url, tools, { system, fetch } = {}): Conversation {
    const client = new Anthropic({ baseURL: url, apiKey: "none", maxRetries: 0, ...(fetch && { fetch }) });
    const messages: Anthropic.MessageParam[] = [];
    return {
      say: (content) => void messages.push({ role: "user", content }),
      answer(results) {
        messages.push({
          role: "user",
          content: results.map(({ id, text, image }) => ({
            type: "tool_result",
            tool_use_id: id,
            content: [
              { type: "text", text },
              ...(image === undefined
                ? []
                : [
                    {
                      type: "image" as const,
                      source: { type: "base64" as const, media_type: "image/png" as const, data: image },
                    },
                  ]),
            ],
          })),
        });
      },
      async ask(how, options = {}) {
        const body: Body = {
          model: "m",
          max_tokens: 100_000,
          messages,
          ...(system !== undefined && { system }),
          ...(tools.length > 0 && {
            tools: tools.map(({ name, description, parameters }) => ({
              name,
              description,
              input_schema: { ...parameters, type: "object" as const } as Anthropic.Tool.InputSchema,
            })),
          }),
          ...choiceOf(options),
          ...(options.stop !== undefined && { stop_sequences: [options.stop] }),
        };
        const answer = await WAYS[how](client, body, options);
        if (answer.content.length > 0) messages.push({ role: "assistant", content: answer.content });
        return seenOf(answer);
      },
    };
  },
};

function choiceOf({ choice, single }: AskOptions): Partial<Body> {
  const one = single ? { disable_parallel_tool_use: true } : {};
  if (choice === undefined) return single ? { tool_choice: { type: "auto", ...one } } : {};
  if (typeof choice === "object") return { tool_choice: { type: "tool", ...choice, ...one } };
  return { tool_choice: choice === "none" ? { type: "none" } : { type: "any", ...one } };
}

const WAYS: Readonly<Record<How, (client: Anthropic, body: Body, options: AskOptions) => Promise<Answer>>> = {
  async whole(client, body, { signal }) {
    try {
      // The library asks for a limit of its own where a long answer is not streamed.
      const message = await client.messages.create(body, { signal: signal ?? null, timeout: 600_000 });
      return { content: message.content, finish: message.stop_reason ?? undefined, usage: message.usage };
    } catch (error) {
      return { content: [], finish: undefined, error: asError(error) };
    }
  },
  async helper(client, body, { signal }) {
    try {
      const message = await client.messages.stream(body, { signal: signal ?? null }).finalMessage();
      return { content: message.content, finish: message.stop_reason ?? undefined, usage: message.usage };
    } catch (error) {
      return { content: [], finish: undefined, error: asError(error) };
    }
  },
  async events(client, body, { signal, onPiece = () => {} }) {
    const answer: Answer = { content: [], finish: undefined };
    const json: string[] = [];
    try {
      const stream = await client.messages.create({ ...body, stream: true }, { signal: signal ?? null });
      for await (const event of stream) {
        if (event.type === "content_block_start") {
          const { index, content_block: block } = event;
          answer.content[index] = structuredClone(block);
          json[index] = "";
          if (block.type === "tool_use") await onPiece({ type: "call", name: block.name });
        } else if (event.type === "content_block_delta") {
          const { index, delta } = event;
          const block = answer.content[index];
          if (delta.type === "text_delta" && block?.type === "text") {
            block.text += delta.text;
            await onPiece({ type: "text", text: delta.text });
          } else if (delta.type === "thinking_delta" && block?.type === "thinking") {
            block.thinking += delta.thinking;
            await onPiece({ type: "reasoning", text: delta.thinking });
          } else if (delta.type === "signature_delta" && block?.type === "thinking") {
            block.signature = delta.signature;
          } else if (delta.type === "input_json_delta" && block?.type === "tool_use") {
            json[index] += delta.partial_json;
            await onPiece({ type: "arguments", text: delta.partial_json });
          }
        } else if (event.type === "content_block_stop") {
          const block = answer.content[event.index];
          if (block?.type === "tool_use") block.input = inputOf(json[event.index] ?? "");
        } else if (event.type === "message_delta") {
          answer.finish = event.delta.stop_reason ?? undefined;
          answer.usage = event.usage;
        }
      }
    } catch (error) {
      answer.error = asError(error);
    }
    return answer;
  },
};

function seenOf({ content, finish, usage, error }: Answer): Seen {
  const texts = (of: (block: Anthropic.ContentBlock) => string) => content.map(of).join("");
  return {
    reasoning: texts((block) => (block.type === "thinking" ? block.thinking : "")),
    text: texts((block) => (block.type === "text" ? block.text : "")),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, input: block.input }] : [],
    ),
    order: content.map(({ type }) => ORDER[type] ?? type),
    finish,
    usage: { input: usage?.input_tokens ?? undefined, output: usage?.output_tokens },
    ...(error && { error }),
  };
}

const ORDER: Readonly<Record<string, string>> = { thinking: "reasoning", tool_use: "call" };
