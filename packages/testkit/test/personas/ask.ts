import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import {
  MODEL_PERSONAS,
  type ModelPersona,
  type ModelPersonaOptions,
  type ModelServer,
  modelPersona,
  startModelServer,
  type Wire,
} from "../../src/index.js";
import { eventsOf, linesOf, post } from "../client.js";

/** The published templates; undefined where they are not there. */
const FOLDER = resolve(process.env.MILLRACE_SHARED ?? join(import.meta.dirname, "../../../../../shared"), "templates");
const TEMPLATES = existsSync(FOLDER) ? FOLDER : undefined;

/** By which template: the testkit's own, and the family's where it is there. */
export const PLAYED: readonly { by: string; options: ModelPersonaOptions }[] = [
  { by: "its own template", options: {} },
  ...(TEMPLATES === undefined ? [] : [{ by: "the published template", options: { templates: TEMPLATES } }]),
];

/** The wires of each kind of server. */
export function wiresOf({ server }: ModelPersona): readonly Wire[] {
  return [...(server.kind === "ollama" ? (["ollama"] as const) : []), "chat-completions", "openai-responses"];
}

/** What models and dialects trip over. */
export const AWKWARD =
  'x = "1" # </content> &lt; ```js $HOME `a` $& \\n 🦩 \'\r\n\tif (a < b && c) {}\n</leave_note>\n</parameter>\n';

export function personaNamed(name: string): ModelPersona {
  const persona = MODEL_PERSONAS.find((candidate) => candidate.name === name);
  if (persona === undefined) throw new Error(`There is no ${name}.`);
  return persona;
}

/** A server with this persona that is closed when the test is over. */
export async function play(name: string, options?: ModelPersonaOptions): Promise<ModelServer> {
  const server = await startModelServer({ scenario: await modelPersona(name, options), judge: "off" });
  onTestFinished(() => server.close());
  return server;
}

/** What came back, put together from whatever was sent. */
export interface Heard {
  status: number;
  text: string;
  reasoning: string;
  calls: { name: string; arguments: unknown }[];
  finish: string | undefined;
  usage: { input: number; output: number } | undefined;
  /** Every event or line, parsed; one value of an answer that is not streamed. */
  values: unknown[];
}

/** A question in the words of chat completions, asked on any wire. */
export interface Question {
  /** A text is one user message. */
  messages: string | readonly Message[];
  tools?: readonly Tool[];
  parameters?: Readonly<Record<string, unknown>>;
}

interface Message {
  role: string;
  content: string;
}

export interface Tool {
  name: string;
  description: string;
  parameters: object;
}

const PATHS: Readonly<Record<Wire, string>> = {
  "chat-completions": "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  ollama: "/api/chat",
  anthropic: "/v1/messages",
};

export async function ask(
  server: ModelServer,
  name: string,
  wire: Wire,
  stream: boolean,
  { messages, tools, parameters = {} }: Question,
): Promise<Heard> {
  const [{ name: model } = { name: "" }] = personaNamed(name).server.models;
  const list = typeof messages === "string" ? [{ role: "user", content: messages }] : messages;
  const body =
    wire === "openai-responses"
      ? { model, stream, input: list, ...(tools && { tools: tools.map((tool) => ({ type: "function", ...tool })) }) }
      : {
          model,
          stream,
          messages: list,
          ...(tools && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
          ...(wire === "chat-completions" && stream && { stream_options: { include_usage: true } }),
        };
  const response = await post(server.url + PATHS[wire], { ...body, ...parameters });
  const text = await response.text();
  const heard: Heard = {
    status: response.status,
    text: "",
    reasoning: "",
    calls: [],
    finish: undefined,
    usage: undefined,
    values: [],
  };
  if (response.status !== 200) return { ...heard, values: [JSON.parse(text)] };
  const values = !stream ? [JSON.parse(text)] : wire === "ollama" ? linesOf(text) : eventsOf(text);
  heard.values = values.filter((value) => value !== "[DONE]");
  for (const value of heard.values) {
    if (wire === "chat-completions") hearChat(heard, value as ChatValue);
    else if (wire === "ollama") hearOllama(heard, value as OllamaValue);
    else hearResponse(heard, value as ResponseEvent & ResponseValue);
  }
  return heard;
}

interface ChatDelta {
  content?: string | null;
  reasoning?: string;
  reasoning_content?: string;
  tool_calls?: { index?: number; function: { name?: string; arguments: string } }[];
}

interface ChatValue {
  choices: { delta?: ChatDelta; message?: ChatDelta; finish_reason?: string | null }[];
  usage?: { prompt_tokens: number; completion_tokens: number };
}

function hearChat(heard: Heard, { choices: [choice], usage }: ChatValue): void {
  const said = choice?.delta ?? choice?.message ?? {};
  heard.text += said.content ?? "";
  heard.reasoning += said.reasoning ?? said.reasoning_content ?? "";
  for (const call of said.tool_calls ?? []) {
    const last = heard.calls.at(-1);
    if (call.function.name !== undefined) heard.calls.push({ ...call.function, name: call.function.name });
    else if (last !== undefined) last.arguments = `${last.arguments}${call.function.arguments}`;
  }
  heard.finish = choice?.finish_reason ?? heard.finish;
  if (usage) heard.usage = { input: usage.prompt_tokens, output: usage.completion_tokens };
  if (choice?.finish_reason) heard.calls = heard.calls.map(parsed);
}

function parsed(call: { name: string; arguments: unknown }): { name: string; arguments: unknown } {
  return { name: call.name, arguments: JSON.parse(String(call.arguments)) };
}

interface OllamaValue {
  message: {
    content: string;
    thinking?: string;
    tool_calls?: { function: { name: string; arguments: unknown } }[];
  };
  done_reason?: string;
  prompt_eval_count?: number;
  eval_count?: number;
}

function hearOllama(heard: Heard, { message, done_reason, prompt_eval_count, eval_count }: OllamaValue): void {
  heard.text += message.content;
  heard.reasoning += message.thinking ?? "";
  for (const call of message.tool_calls ?? []) {
    heard.calls.push({ name: call.function.name, arguments: call.function.arguments });
  }
  heard.finish = done_reason ?? heard.finish;
  if (prompt_eval_count !== undefined) heard.usage = { input: prompt_eval_count, output: eval_count ?? 0 };
}

interface ResponseEvent {
  response?: ResponseValue;
}

interface ResponseValue {
  status?: string;
  output?: {
    type: string;
    name?: string;
    arguments?: string;
    content?: { text: string }[];
    summary?: { text: string }[];
  }[];
  usage?: { input_tokens: number; output_tokens: number } | null;
}

/** Of a stream, its last event alone: it holds the whole response. */
function hearResponse(heard: Heard, value: ResponseEvent & ResponseValue): void {
  const { status, output, usage } = value.response ?? value;
  if (status === undefined || status === "in_progress" || !usage) return;
  const items = output ?? [];
  heard.finish = status;
  heard.usage = { input: usage.input_tokens, output: usage.output_tokens };
  heard.text = items
    .flatMap(({ content }) => content ?? [])
    .map(({ text }) => text)
    .join("");
  heard.reasoning = items
    .flatMap(({ summary }) => summary ?? [])
    .map(({ text }) => text)
    .join("");
  heard.calls = items
    .filter(({ type }) => type === "function_call")
    .map((item) => parsed({ name: item.name ?? "", arguments: item.arguments }));
}
