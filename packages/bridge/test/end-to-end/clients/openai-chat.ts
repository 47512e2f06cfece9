import { OpenAI } from "openai";
import { type AskOptions, asError, type Client, type Conversation, type How, inputOf, type Seen } from "./client.js";

type Message = OpenAI.ChatCompletionMessageParam;
type Body = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "stream">;

/** The fields that servers have beside OpenAI's: clients that know them send them back. */
interface Thoughts {
  reasoning_content?: string;
  reasoning_details?: unknown[];
}

/** An answer as far as it came. */
interface Answer {
  message: OpenAI.ChatCompletionAssistantMessageParam & Thoughts;
  finish: string | undefined;
  usage: OpenAI.CompletionUsage | undefined;
  error?: Error;
}

/** OpenAI's library, chat completions. */
export const openAiChat: Client = {
  wire: "openai-chat",
  finish: { stop: "stop", "tool-calls": "tool_calls", length: "length" },
  talk(url, tools, { system, fetch } = {}): Conversation {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0, ...(fetch && { fetch }) });
    const messages: Message[] = system === undefined ? [] : [{ role: "system", content: system }];
    return {
      say: (content) => void messages.push({ role: "user", content }),
      answer(results) {
        for (const { id, text, image } of results) {
          const parts = [
            { type: "text", text },
            { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
          ];
          // The types know no pictures in results; clients send them.
          const content = image === undefined ? text : (parts as OpenAI.ChatCompletionContentPartText[]);
          messages.push({ role: "tool", tool_call_id: id, content });
        }
      },
      async ask(how, options = {}) {
        const body: Body = {
          model: "m",
          messages,
          ...(tools.length > 0 && {
            tools: tools.map(({ name, description, parameters }) => ({
              type: "function" as const,
              function: { name, description, parameters: { ...parameters } },
            })),
          }),
          ...choiceOf(options),
        };
        const answer = await WAYS[how](client, body, options);
        messages.push(answer.message);
        return seenOf(answer);
      },
    };
  },
};

function choiceOf({ choice, single, stop }: AskOptions): Partial<Body> {
  return {
    ...(choice !== undefined && {
      tool_choice: typeof choice === "string" ? choice : { type: "function", function: choice },
    }),
    ...(single && { parallel_tool_calls: false }),
    ...(stop !== undefined && { stop: [stop] }),
  };
}

const WAYS: Readonly<Record<How, (client: OpenAI, body: Body, options: AskOptions) => Promise<Answer>>> = {
  async whole(client, body, { signal }) {
    try {
      const { choices, usage } = await client.chat.completions.create(body, { signal: signal ?? null });
      return { message: messageIn(choices[0]?.message), finish: choices[0]?.finish_reason, usage };
    } catch (error) {
      return { message: EMPTY, finish: undefined, usage: undefined, error: asError(error) };
    }
  },
  async helper(client, body, { signal }) {
    const thoughts: Thoughts = {};
    try {
      const stream = client.chat.completions.stream(
        { ...body, stream_options: { include_usage: true } },
        { signal: signal ?? null },
      );
      // Of a field that it does not know the helper keeps the last piece.
      stream.on("chunk", ({ choices }) => think(thoughts, choices[0]?.delta));
      const { choices, usage } = await stream.finalChatCompletion();
      const message = { ...messageIn(choices[0]?.message), ...thoughts };
      return { message, finish: choices[0]?.finish_reason, usage };
    } catch (error) {
      return { message: EMPTY, finish: undefined, usage: undefined, error: asError(error) };
    }
  },
  async events(client, body, { signal, onPiece = () => {} }) {
    const answer: Answer = { message: { role: "assistant", content: "" }, finish: undefined, usage: undefined };
    const { message } = answer;
    const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
    try {
      const stream = await client.chat.completions.create(
        { ...body, stream: true, stream_options: { include_usage: true } },
        { signal: signal ?? null },
      );
      for await (const { choices, usage } of stream) {
        const delta = choices[0]?.delta;
        const thought = think(message, delta);
        if (thought) await onPiece({ type: "reasoning", text: thought });
        if (delta?.content) {
          message.content += delta.content;
          await onPiece({ type: "text", text: delta.content });
        }
        for (const { index, id, function: called } of delta?.tool_calls ?? []) {
          if (id !== undefined) {
            calls[index] = { id, type: "function", function: { name: called?.name ?? "", arguments: "" } };
            await onPiece({ type: "call", name: called?.name ?? "" });
          }
          const call = calls[index];
          if (called?.arguments && call) {
            call.function.arguments += called.arguments;
            await onPiece({ type: "arguments", text: called.arguments });
          }
        }
        answer.finish = choices[0]?.finish_reason ?? answer.finish;
        answer.usage = usage ?? answer.usage;
      }
    } catch (error) {
      answer.error = asError(error);
    }
    if (calls.length > 0) message.tool_calls = calls;
    return answer;
  },
};

const EMPTY: Answer["message"] = { role: "assistant", content: "" };

/** As a client sends it back. */
function messageIn(message: (OpenAI.ChatCompletionMessage & Thoughts) | undefined): Answer["message"] {
  const { content = "", tool_calls, reasoning_content, reasoning_details } = message ?? {};
  return {
    role: "assistant",
    content,
    ...(tool_calls && tool_calls.length > 0 && { tool_calls }),
    ...(reasoning_content !== undefined && { reasoning_content }),
    ...(reasoning_details !== undefined && { reasoning_details }),
  };
}

/** Adds what a delta says of reasoning, and gives its text. */
function think(thoughts: Thoughts, delta: (object & Thoughts) | undefined): string | undefined {
  const { reasoning_content: text, reasoning_details: details } = delta ?? {};
  if (text) thoughts.reasoning_content = (thoughts.reasoning_content ?? "") + text;
  if (details) thoughts.reasoning_details = [...(thoughts.reasoning_details ?? []), ...details];
  return text;
}

function seenOf({ message, finish, usage, error }: Answer): Seen {
  const { content, tool_calls = [], reasoning_content = "" } = message;
  return {
    reasoning: reasoning_content,
    text: typeof content === "string" ? content : "",
    calls: tool_calls.flatMap((call) =>
      call.type === "function"
        ? [{ id: call.id, name: call.function.name, input: inputOf(call.function.arguments) }]
        : [],
    ),
    order: [],
    finish,
    usage: { input: usage?.prompt_tokens, output: usage?.completion_tokens },
    ...(error && { error }),
  };
}
