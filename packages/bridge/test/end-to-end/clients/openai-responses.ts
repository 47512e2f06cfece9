import { OpenAI } from "openai";
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
  ResponseOutputItem,
  ResponseUsage,
} from "openai/resources/responses/responses";
import { type AskOptions, asError, type Client, type Conversation, type How, inputOf, type Seen } from "./client.js";

type Body = Omit<ResponseCreateParamsNonStreaming, "stream">;

/** An answer as far as it came. */
interface Answer {
  output: ResponseOutputItem[];
  finish: string | undefined;
  usage?: ResponseUsage | undefined;
  error?: Error;
}

/** OpenAI's library, responses. */
export const openAiResponses: Client = {
  wire: "openai-responses",
  // Calls have no word of their own there.
  finish: { stop: "completed", "tool-calls": "completed", length: "max_output_tokens" },
  talk(url, tools, { system, fetch } = {}): Conversation {
    const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0, ...(fetch && { fetch }) });
    const input: ResponseInputItem[] = [];
    return {
      say: (content) => void input.push({ role: "user", content }),
      answer(results) {
        for (const { id, text, image } of results) {
          input.push({
            type: "function_call_output",
            call_id: id,
            output:
              image === undefined
                ? text
                : [
                    { type: "input_text", text },
                    { type: "input_image", detail: "auto", image_url: `data:image/png;base64,${image}` },
                  ],
          });
        }
      },
      async ask(how, options = {}) {
        const body: Body = {
          model: "m",
          store: false,
          input,
          ...(system !== undefined && { instructions: system }),
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function" as const,
            name,
            description,
            parameters: { ...parameters },
            strict: false,
          })),
          ...choiceOf(options),
        };
        const answer = await WAYS[how](client, body, options);
        input.push(...(answer.output as ResponseInputItem[]));
        return seenOf(answer);
      },
    };
  },
};

function choiceOf({ choice, single, stop }: AskOptions): Partial<Body> {
  return {
    ...(choice !== undefined && { tool_choice: typeof choice === "string" ? choice : { type: "function", ...choice } }),
    ...(single && { parallel_tool_calls: false }),
    // No field of this wire's, but of servers that speak it.
    ...(stop !== undefined && { stop: [stop] }),
  };
}

const WAYS: Readonly<Record<How, (client: OpenAI, body: Body, options: AskOptions) => Promise<Answer>>> = {
  async whole(client, body, { signal }) {
    try {
      return answerOf(await client.responses.create(body, { signal: signal ?? null }));
    } catch (error) {
      return { output: [], finish: undefined, error: asError(error) };
    }
  },
  async helper(client, body, { signal }) {
    try {
      return answerOf(await client.responses.stream(body, { signal: signal ?? null }).finalResponse());
    } catch (error) {
      return { output: [], finish: undefined, error: asError(error) };
    }
  },
  async events(client, body, { signal, onPiece = () => {} }) {
    const answer: Answer = { output: [], finish: undefined };
    const { output } = answer;
    const texts: string[] = [];
    try {
      const stream = await client.responses.create({ ...body, stream: true }, { signal: signal ?? null });
      for await (const event of stream) {
        switch (event.type) {
          case "response.output_item.added":
            output[event.output_index] = structuredClone(event.item);
            texts[event.output_index] = "";
            if (event.item.type === "function_call") await onPiece({ type: "call", name: event.item.name });
            break;
          case "response.output_text.delta":
            texts[event.output_index] += event.delta;
            await onPiece({ type: "text", text: event.delta });
            break;
          case "response.reasoning_text.delta":
          case "response.reasoning_summary_text.delta":
            texts[event.output_index] += event.delta;
            await onPiece({ type: "reasoning", text: event.delta });
            break;
          case "response.function_call_arguments.delta":
            texts[event.output_index] += event.delta;
            await onPiece({ type: "arguments", text: event.delta });
            break;
          case "response.output_item.done": {
            // What was told piece by piece is told once more, whole.
            const told = toldIn(event.item);
            if (told !== texts[event.output_index]) throw new Error(`${told} is not ${texts[event.output_index]}`);
            output[event.output_index] = event.item;
            break;
          }
          case "response.completed":
          case "response.incomplete":
            Object.assign(answer, answerOf(event.response));
            break;
          default:
            break;
        }
      }
    } catch (error) {
      answer.error = asError(error);
      // An item that was not told to its end has what came of it.
      for (const [index, item] of output.entries()) fill(item, texts[index] ?? "");
    }
    return answer;
  },
};

function fill(item: ResponseOutputItem, text: string): void {
  if (item.type === "function_call") item.arguments = text;
  else if (item.type === "message") item.content = [{ type: "output_text", text, annotations: [] }];
  else if (item.type === "reasoning") item.summary = [{ type: "summary_text", text }];
}

function answerOf({ output, status, incomplete_details: details, usage }: Response): Answer {
  return { output, finish: details?.reason ?? status, usage };
}

function toldIn(item: ResponseOutputItem): string {
  if (item.type === "function_call") return item.arguments;
  if (item.type === "message")
    return item.content.map((part) => (part.type === "output_text" ? part.text : "")).join("");
  if (item.type !== "reasoning") return "";
  return [...(item.content ?? []), ...item.summary].map(({ text }) => text).join("");
}

function seenOf({ output, finish, usage, error }: Answer): Seen {
  const texts = (type: ResponseOutputItem["type"]) =>
    output.map((item) => (item.type === type ? toldIn(item) : "")).join("");
  return {
    reasoning: texts("reasoning"),
    text: texts("message"),
    calls: output.flatMap((item) =>
      item.type === "function_call" ? [{ id: item.call_id, name: item.name, input: inputOf(item.arguments) }] : [],
    ),
    order: output.map(({ type }) => ORDER[type] ?? type),
    finish,
    usage: { input: usage?.input_tokens, output: usage?.output_tokens },
    ...(error && { error }),
  };
}

const ORDER: Readonly<Record<string, string>> = { message: "text", function_call: "call" };
