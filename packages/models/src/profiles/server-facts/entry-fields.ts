import type { ModelFacts } from "./model-facts.js";

/** One field of an entry in a server's list of models. */
export interface EntryField {
  fact: "runsWith" | "trained" | "maxOutput" | "sizeBytes" | "quantization" | "weights";
  /** Where it stands in the entry, a dot leading into an object. */
  path: string;
  /** Who says it so. */
  server: string;
  /** As it came. */
  sample: NonNullable<ModelFacts[EntryField["fact"]]>;
}

/**
 * What lists of models say, field by field; of several that say the same the first that is there counts. Sources: the
 * servers' own API references (the pages on listing models), and of llama.cpp tools/server/README.md.
 */
export const ENTRY_FIELDS: readonly EntryField[] = [
  // GET /v1/models
  { fact: "runsWith", path: "max_model_len", server: "vLLM", sample: 32_768 },
  { fact: "weights", path: "root", server: "vLLM", sample: "Qwen/Qwen3-8B" },
  { fact: "trained", path: "meta.n_ctx_train", server: "llama.cpp", sample: 40_960 },
  { fact: "sizeBytes", path: "meta.size", server: "llama.cpp", sample: 5_027_783_488 },
  // GET /api/v0/models
  { fact: "runsWith", path: "loaded_context_length", server: "LM Studio", sample: 4096 },
  { fact: "trained", path: "max_context_length", server: "LM Studio, Mistral", sample: 131_072 },
  { fact: "quantization", path: "quantization", server: "LM Studio", sample: "Q4_K_M" },
  // GET /api/tags
  { fact: "sizeBytes", path: "size", server: "Ollama", sample: 5_225_388_164 },
  { fact: "quantization", path: "details.quantization_level", server: "Ollama", sample: "Q4_K_M" },
  {
    fact: "weights",
    path: "digest",
    server: "Ollama",
    sample: "500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41",
  },
  // Hosted: what is offered is what it runs with. One host of several behind a router may give less.
  { fact: "runsWith", path: "top_provider.context_length", server: "OpenRouter", sample: 131_072 },
  { fact: "runsWith", path: "context_length", server: "OpenRouter, Together AI", sample: 262_144 },
  { fact: "runsWith", path: "context_window", server: "Groq", sample: 131_072 },
  { fact: "runsWith", path: "max_input_tokens", server: "Anthropic", sample: 200_000 },
  { fact: "runsWith", path: "inputTokenLimit", server: "Gemini", sample: 1_048_576 },
  { fact: "maxOutput", path: "top_provider.max_completion_tokens", server: "OpenRouter", sample: 65_536 },
  { fact: "maxOutput", path: "max_completion_tokens", server: "Groq", sample: 65_536 },
  { fact: "maxOutput", path: "max_tokens", server: "Anthropic", sample: 64_000 },
  { fact: "maxOutput", path: "outputTokenLimit", server: "Gemini", sample: 65_536 },
];

/** How a server writes its prices. */
export interface PriceFields {
  server: string;
  /** What a number of it is multiplied by to be dollars per million tokens. */
  times: number;
  input: string;
  output: string;
  cacheRead: string;
  cacheWrite: string;
  /** An entry's prices as they came. */
  sample: object;
}

/** The first whose `input` and `output` are there is read. Sources: the servers' API references. */
export const PRICE_FIELDS: readonly PriceFields[] = [
  {
    // Dollars a token, as text. -1: whoever it is routed to says.
    server: "OpenRouter",
    times: 1_000_000,
    input: "pricing.prompt",
    output: "pricing.completion",
    cacheRead: "pricing.input_cache_read",
    cacheWrite: "pricing.input_cache_write",
    sample: { pricing: { prompt: "0.0000003", completion: "0.0000012", input_cache_read: "0.00000003" } },
  },
  {
    // Dollars a million tokens.
    server: "Together AI",
    times: 1,
    input: "pricing.input",
    output: "pricing.output",
    cacheRead: "pricing.cached_input",
    cacheWrite: "",
    sample: { pricing: { hourly: 0, input: 0.2, output: 0.6, base: 0, finetune: 0 } },
  },
];

/** A word in a list of an entry that says that the model can do something, and whether its absence there says that it cannot. */
export interface AbilityField {
  fact: "tools" | "vision" | "thinks";
  path: string;
  word: string;
  /** The list is of all that it can. */
  complete?: true;
  server: string;
}

/** What lists of abilities say. Sources: as above. LM Studio lists what a model was trained for: others take tools as well. */
export const ABILITY_FIELDS: readonly AbilityField[] = [
  { fact: "tools", path: "capabilities", word: "tool_use", server: "LM Studio" },
  { fact: "tools", path: "supported_parameters", word: "tools", complete: true, server: "OpenRouter" },
  { fact: "thinks", path: "supported_parameters", word: "reasoning", server: "OpenRouter" },
  { fact: "vision", path: "architecture.input_modalities", word: "image", complete: true, server: "OpenRouter" },
  { fact: "tools", path: "capabilities", word: "tools", server: "Ollama" },
  { fact: "thinks", path: "capabilities", word: "thinking", server: "Ollama" },
];

/** A field of an entry that says yes or no by itself. */
export interface FlagField {
  fact: "tools" | "vision" | "thinks" | "loaded";
  path: string;
  /** The value that means yes; any other of the same type means no. */
  yes: unknown;
  /** Only a yes says something. */
  yesOnly?: true;
  server: string;
}

/** Sources: as above. */
export const FLAG_FIELDS: readonly FlagField[] = [
  { fact: "tools", path: "capabilities.function_calling", yes: true, server: "Mistral" },
  { fact: "vision", path: "capabilities.vision", yes: true, server: "Mistral" },
  { fact: "vision", path: "capabilities.image_input.supported", yes: true, server: "Anthropic" },
  { fact: "vision", path: "type", yes: "vlm", yesOnly: true, server: "LM Studio" },
  { fact: "loaded", path: "state", yes: "loaded", server: "LM Studio" },
  { fact: "thinks", path: "thinking", yes: true, yesOnly: true, server: "Gemini" },
];
