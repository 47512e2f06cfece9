import Anthropic from "@anthropic-ai/sdk";
import type { Message, MessageParam, Tool } from "@anthropic-ai/sdk/resources/messages";
import { asked } from "./asked.js";
import { runTool, TOOLS } from "./tools.js";

// The task, by messages of the @anthropic-ai/sdk package: streamed, or whole.
const client = new Anthropic({ baseURL: asked.url, apiKey: "any", maxRetries: 0 });
const tools = TOOLS.map(({ name, description, parameters }): Tool => ({ name, description, input_schema: parameters }));
const messages: MessageParam[] = [{ role: "user", content: asked.prompt }];

async function next(): Promise<Message> {
  const request = { model: asked.model, max_tokens: 4096, system: "You are a careful miller.", messages, tools };
  return asked.stream ? client.messages.stream(request).finalMessage() : client.messages.create(request);
}

let message = await next();
while (message.stop_reason === "tool_use") {
  messages.push({ role: "assistant", content: message.content });
  messages.push({
    role: "user",
    content: message.content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ type: "tool_result", tool_use_id: block.id, content: runTool(block.name, JSON.stringify(block.input)) }]
        : [],
    ),
  });
  message = await next();
}
console.log(message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(""));
