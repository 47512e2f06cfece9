import type { ErrorFact } from "./error-fact.js";
import { AMAZON } from "./tables/amazon.js";
import { ANTHROPIC } from "./tables/anthropic.js";
import { CHINESE_PROVIDERS } from "./tables/chinese-providers.js";
import { GATEWAYS } from "./tables/gateways.js";
import { GOOGLE } from "./tables/google.js";
import { HOSTS } from "./tables/hosts.js";
import { LLAMA_CPP } from "./tables/llamacpp.js";
import { LM_STUDIO } from "./tables/lmstudio.js";
import { OLLAMA } from "./tables/ollama.js";
import { OPENAI } from "./tables/openai.js";
import { PAGES } from "./tables/pages.js";
import { PROXIES } from "./tables/proxies.js";
import { SHARED } from "./tables/shared.js";
import { STATUSES } from "./tables/statuses.js";
import { TRANSPORT } from "./tables/transport.js";
import { VLLM } from "./tables/vllm.js";

/** The facts of one family of providers. */
export interface ErrorTable {
  /** A heading for people, e.g. `Ollama`. */
  title: string;
  facts: readonly ErrorFact[];
  /** True where one provider's own words stand: the order among such tables does not matter, and a test holds it so. */
  ownWords?: true;
}

/**
 * Every fact, in the order they are tried: what is surest first.
 *
 * 1. What happened at a proxy, which no other table looks at; no answer at all; a page where JSON should be.
 * 2. A provider's own words, a table a family. Facts are matched by what is said, not by who says it, since any gateway
 *    may relay anyone's message. So no row may claim another family's sample: the order among these tables means nothing.
 * 3. Words that several providers share, most of them copied from OpenAI.
 * 4. The status alone.
 *
 * Inside a table the first row that fits decides. A new message goes into the table of whoever said it first, and into
 * `shared` once a second family says the same.
 *
 * Sources: above a sample the public report it was taken from, as `owner/repo#number`. A sample without one is as the
 * provider documents it, or as it is recalled from use.
 */
export const ERROR_TABLES: readonly ErrorTable[] = [
  { title: "At a proxy, before the server is reached", facts: PROXIES },
  { title: "No connection, or one that broke", facts: TRANSPORT },
  { title: "A web page instead of an answer", facts: PAGES },
  { title: "Ollama", facts: OLLAMA, ownWords: true },
  { title: "LM Studio", facts: LM_STUDIO, ownWords: true },
  { title: "llama.cpp, llama-cpp-python", facts: LLAMA_CPP, ownWords: true },
  { title: "vLLM, SGLang, Text Generation Inference", facts: VLLM, ownWords: true },
  { title: "OpenAI, Azure OpenAI", facts: OPENAI, ownWords: true },
  { title: "Anthropic", facts: ANTHROPIC, ownWords: true },
  { title: "Google Gemini, Vertex AI", facts: GOOGLE, ownWords: true },
  { title: "Amazon Bedrock", facts: AMAZON, ownWords: true },
  { title: "Gateways: OpenRouter, LiteLLM, GitHub, Hugging Face, Vercel, Cloudflare", facts: GATEWAYS, ownWords: true },
  { title: "Groq, Cerebras, Mistral, xAI, Together, Fireworks, NVIDIA", facts: HOSTS, ownWords: true },
  { title: "DeepSeek, Moonshot, Z.ai, MiniMax, Alibaba Cloud", facts: CHINESE_PROVIDERS, ownWords: true },
  { title: "Said by several providers", facts: SHARED },
  { title: "By the status alone", facts: STATUSES },
];

/** The facts of all tables, in order. */
export const ERROR_FACTS: readonly ErrorFact[] = ERROR_TABLES.flatMap(({ facts }) => facts);
