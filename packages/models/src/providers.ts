import type { Provider } from "./provider.js";

const ANY_MODEL = /./;

/**
 * The provider table. Addresses, variables and fields: from the providers' own documentation; what differs on the wire:
 * from recorded answers (the shared streams).
 */
export const PROVIDERS: readonly Provider[] = [
  // Local servers. 127.0.0.1 and not localhost: no look-up, and none of them listens on ::1 alone.
  {
    name: "ollama",
    title: "Ollama",
    wire: "ollama-chat",
    baseUrl: "http://127.0.0.1:11434",
    local: true,
    chatTemplate: "published",
    start: "Start it with `ollama serve` (or the Ollama app); OLLAMA_HOST names another address.",
    reasoningBack: "echo",
  },
  {
    name: "lmstudio",
    title: "LM Studio",
    wire: "openai-chat",
    baseUrl: "http://127.0.0.1:1234/v1",
    local: true,
    chatTemplate: "published",
    start: "Start its server with `lms server start`, or in the Developer page.",
    reasoningBack: "echo",
  },
  {
    name: "llamacpp",
    title: "llama.cpp",
    wire: "openai-chat",
    baseUrl: "http://127.0.0.1:8080/v1",
    local: true,
    chatTemplate: "published",
    start: "Start it with `llama-server -m MODEL.gguf --jinja`.",
    reasoningBack: "echo",
    // GBNF as text, streamed or not: "root ::= …". A request with `tools`, or with a schema for the answer beside it, is a 400;
    // `grammar_lazy` and `grammar_triggers` of a chat request are overwritten by the template's own. Source: llama.cpp,
    // tools/server/server-common.cpp, `oaicompat_chat_params_parse`. LocalAI takes the same field.
    grammarField: "grammar",
  },
  {
    name: "vllm",
    title: "vLLM",
    wire: "openai-chat",
    baseUrl: "http://127.0.0.1:8000/v1",
    local: true,
    chatTemplate: "published",
    start: "Start it with `vllm serve MODEL`.",
    reasoningBack: "echo",
    // {"grammar": "root ::= …"}, from v0.11 on (`guided_grammar` before, gone with v0.12): xgrammar reads GBNF. With a
    // reasoning parser it is for what comes behind the reasoning. Source: vLLM, docs/features/structured_outputs.md.
    grammarField: "structured_outputs.grammar",
  },

  // Hosted.
  {
    name: "openai",
    title: "OpenAI",
    // Only here its models get their thoughts back; newer ones are only here.
    wire: "openai-responses",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    maxTokensField: "max_completion_tokens",
    reasoningBack: "sign",
    // Not of the old ones and those for chats: 400, "Encrypted content is not supported with this model." Sources:
    // pydantic/pydantic-ai#2865, #3326. Whatever is newer reasons.
    encryptedReasoning: /^(?!(?:ft:)?(?:gpt-[34]|chatgpt-)|.*-chat\b)/,
  },
  {
    name: "anthropic",
    title: "Anthropic",
    wire: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    reasoningBack: "sign",
  },
  {
    name: "openrouter",
    title: "OpenRouter",
    wire: "openai-chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    reasoningField: "reasoning",
    reasoningBack: "echo",
    reasoningDetails: true,
    encryptedReasoning: ANY_MODEL,
  },
  {
    name: "deepseek",
    title: "DeepSeek",
    wire: "openai-chat",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariable: "DEEPSEEK_API_KEY",
    reasoningBack: "echo",
  },
  {
    name: "groq",
    title: "Groq",
    wire: "openai-chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariable: "GROQ_API_KEY",
    maxTokensField: "max_completion_tokens",
  },
  {
    name: "together",
    title: "Together AI",
    wire: "openai-chat",
    baseUrl: "https://api.together.xyz/v1",
    keyVariable: "TOGETHER_API_KEY",
  },
  {
    name: "mistral",
    title: "Mistral",
    wire: "openai-chat",
    baseUrl: "https://api.mistral.ai/v1",
    keyVariable: "MISTRAL_API_KEY",
    // It refuses fields that it does not know.
    noStreamOptions: true,
  },
  {
    name: "xai",
    title: "xAI",
    wire: "openai-chat",
    baseUrl: "https://api.x.ai/v1",
    keyVariable: "XAI_API_KEY",
    // Signed on the responses wire only.
    reasoningBack: "sign",
    encryptedReasoning: ANY_MODEL,
  },
  {
    name: "gemini",
    title: "Gemini",
    wire: "openai-chat",
    // Its endpoint for clients of OpenAI's wire.
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keyVariable: "GEMINI_API_KEY",
    extraContent: true,
  },
  {
    name: "cerebras",
    title: "Cerebras",
    wire: "openai-chat",
    baseUrl: "https://api.cerebras.ai/v1",
    keyVariable: "CEREBRAS_API_KEY",
    maxTokensField: "max_completion_tokens",
  },
  {
    name: "moonshot",
    title: "Moonshot",
    wire: "openai-chat",
    baseUrl: "https://api.moonshot.ai/v1",
    keyVariable: "MOONSHOT_API_KEY",
    reasoningBack: "echo",
  },
  {
    name: "zai",
    title: "Z.ai",
    wire: "openai-chat",
    baseUrl: "https://api.z.ai/api/paas/v4",
    keyVariable: "ZAI_API_KEY",
    reasoningBack: "echo",
  },
  {
    name: "fireworks",
    title: "Fireworks",
    wire: "openai-chat",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    keyVariable: "FIREWORKS_API_KEY",
  },
  {
    name: "huggingface",
    title: "Hugging Face",
    wire: "openai-chat",
    baseUrl: "https://router.huggingface.co/v1",
    keyVariable: "HF_TOKEN",
  },
  {
    name: "deepinfra",
    title: "DeepInfra",
    wire: "openai-chat",
    baseUrl: "https://api.deepinfra.com/v1/openai",
    keyVariable: "DEEPINFRA_API_KEY",
  },
  {
    name: "dashscope",
    title: "Alibaba Cloud",
    wire: "openai-chat",
    baseUrl: "https://dashscope-intl.aliyuncs.com/compatible-mode/v1",
    keyVariable: "DASHSCOPE_API_KEY",
  },

  // Anything else that speaks the chat wire. Its key is only ever the one that was named for it.
  { name: "custom", title: "the server", wire: "openai-chat", chatTemplate: "published", reasoningBack: "echo" },
];

const BY_NAME = new Map(PROVIDERS.map((provider) => [provider.name, provider]));

/** The row of a provider, or undefined. */
export function providerNamed(name: string): Provider | undefined {
  return BY_NAME.get(name);
}
