import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, stepCountIs, streamText, type ToolSet, tool } from "ai";
import { asked } from "./asked.js";
import { TOOLS } from "./tools.js";

// The task, by the AI SDK's own tool loop, with the provider named in PROVIDER: streamed, or whole.
const baseURL = `${asked.url}/v1`;
const PROVIDERS = {
  "openai-compatible": () => createOpenAICompatible({ name: "millrace", baseURL, apiKey: "any" })(asked.model),
  openai: () => createOpenAI({ baseURL, apiKey: "any" })(asked.model),
  anthropic: () => createAnthropic({ baseURL, apiKey: "any" })(asked.model),
};
const provider = PROVIDERS[process.env.PROVIDER as keyof typeof PROVIDERS];

const tools: ToolSet = Object.fromEntries(
  TOOLS.map(({ name, description, parameters, run }) => [
    name,
    tool({
      description,
      inputSchema: jsonSchema<Record<string, string>>({ ...parameters }),
      execute: async (input) => run(input),
    }),
  ]),
);
const settings = {
  model: provider(),
  system: "You are a careful miller.",
  prompt: asked.prompt,
  tools,
  stopWhen: stepCountIs(10),
  maxRetries: 0,
  // Else the openai provider names earlier words by an id, for a server that kept them.
  providerOptions: { openai: { store: false } },
};

if (asked.stream) {
  const result = streamText({
    ...settings,
    onError: ({ error }) => {
      throw error;
    },
  });
  console.log(await result.text);
} else {
  console.log((await generateText(settings)).text);
}
