import OpenAI from "openai";
import type { ChatCompletionMessage, ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources";
import { asked } from "./asked.js";
import { runTool, TOOLS } from "./tools.js";

// The task, by chat completions of the openai package: streamed through its own accumulator, or whole.
const client = new OpenAI({ baseURL: `${asked.url}/v1`, apiKey: "any", maxRetries: 0 });
const tools = TOOLS.map(
  ({ name, description, parameters }): ChatCompletionTool => ({
    type: "function",
    function: { name, description, parameters: { ...parameters } },
  }),
);
const messages: ChatCompletionMessageParam[] = [
  { role: "system", content: "You are a careful miller." },
  { role: "user", content: asked.prompt },
];

async function next(): Promise<ChatCompletionMessage | undefined> {
  const request = { model: asked.model, messages, tools };
  if (!asked.stream) return (await client.chat.completions.create(request)).choices[0]?.message;
  const stream = client.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  return (await stream.finalChatCompletion()).choices[0]?.message;
}

let message = await next();
while (message?.tool_calls !== undefined && message.tool_calls.length > 0) {
  messages.push(message);
  for (const call of message.tool_calls) {
    if (call.type !== "function") throw new Error(`A call of type ${call.type} came.`);
    const content = runTool(call.function.name, call.function.arguments);
    messages.push({ role: "tool", tool_call_id: call.id, content });
  }
  message = await next();
}
console.log(message?.content);
