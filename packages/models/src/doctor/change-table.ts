import type { ModelProfile } from "@millrace/agent";
import { findFamily } from "../profiles/find-family.js";
import type { CheckName } from "./check-names.js";
import { SLOW_PROMPT } from "./checks/speed.js";
import type { Finding } from "./examination.js";
import type { Examinee } from "./examinee.js";

/** What is known of a model and its server when something is to be changed. */
export interface Situation {
  /** Name of the provider table. */
  provider: string;
  model: string;
  wire: string;
  native: Examinee["native"];
  /** What it writes untaught: seen, else by its family. */
  ownDialect: string | undefined;
  profile: ModelProfile;
  answeredAs?: string;
  finding(check: CheckName): Finding | undefined;
  worksAtAll: boolean;
}

/** One row: when something helps, what, and who says so. */
interface ChangeRow {
  id: string;
  /** What it is about: the first row of each that fits is told. */
  about: "who" | "cut" | "tools" | "window" | "reasoning" | "speed" | "stream" | "model";
  fits(situation: Situation): boolean;
  says(situation: Situation): string;
  /** Where the fact is from. */
  source: string;
}

/** A window below this holds a session, but not for long, tokens. */
const SMALL_WINDOW = 8_192;
/** What is asked for in its place, tokens. */
const GOOD_WINDOW = 16_384;

const cuts = ({ profile }: Situation): boolean => profile.cutsSilently?.value === true;
const isSmall = ({ profile }: Situation): boolean => (profile.window?.value ?? GOOD_WINDOW) < SMALL_WINDOW;
/** Its family's own template shows no tools, or loses them: no setting of a server mends that. */
const isBeyondTools = ({ model }: Situation): boolean => findFamily(model)?.nativeTools !== undefined;
const isRefused = (situation: Situation): boolean => situation.native === "refused" && !isBeyondTools(situation);
const isMissed = (situation: Situation): boolean =>
  (situation.native === "leaks-as-text" || situation.native === "dropped") && !isBeyondTools(situation);
const refusalSays = ({ finding }: Situation, words: RegExp): boolean =>
  words.test(String(finding("native-call")?.facts.message ?? ""));
const leavesTags = ({ profile }: Situation): boolean =>
  profile.reasoning.form === "tags" && profile.reasoning.from === "measured";
/** Of a hosted model nobody can turn that. */
const isSlow = ({ profile }: Situation): boolean =>
  profile.local === true && (profile.promptTokensPerSecond?.value ?? SLOW_PROMPT) < SLOW_PROMPT;

/** What helps, by server; from what hurts most to what hurts least. */
export const CHANGES: readonly ChangeRow[] = [
  {
    id: "another-model",
    about: "who",
    fits: ({ finding }) => finding("reachable")?.verdict === "bad",
    says: ({ answeredAs = "another model", model }) =>
      `The server answers as ${answeredAs}: load ${model} there, or ask for ${answeredAs} by its name; else the figures here are of the wrong model.`,
    source: "llama.cpp, LM Studio: one model is loaded, and it answers whatever name is asked for",
  },
  {
    id: "ollama-own-wire",
    about: "cut",
    fits: (situation) => cuts(situation) && situation.provider === "ollama" && situation.wire !== "ollama-chat",
    says: ({ model }) =>
      `Use Ollama's own wire: --model ollama/${model} without --wire. There each request asks for the context that it needs (num_ctx); on this wire only OLLAMA_CONTEXT_LENGTH=${GOOD_WINDOW} at the start of the server helps.`,
    source:
      'Ollama, docs/faq.md, "How can I specify the context window size?"; docs/openai.md: num_ctx cannot be set there',
  },
  {
    id: "lmstudio-context",
    about: "cut",
    fits: (situation) => (cuts(situation) || isSmall(situation)) && situation.provider === "lmstudio",
    says: ({ model }) =>
      `Load it with a larger context: \`lms load ${model} --context-length ${GOOD_WINDOW}\`, or the slider in the model's settings (a model that is loaded by a request gets those).`,
    source: "LM Studio, docs: lms load, per-model defaults",
  },
  {
    id: "ollama-context",
    about: "cut",
    fits: (situation) => cuts(situation) && situation.provider === "ollama",
    says: () =>
      `Start the server with OLLAMA_CONTEXT_LENGTH=${GOOD_WINDOW}, or give the model \`PARAMETER num_ctx ${GOOD_WINDOW}\` in a Modelfile.`,
    source: "Ollama, docs/faq.md, docs/modelfile.md",
  },
  {
    id: "cut-somewhere",
    about: "cut",
    fits: cuts,
    says: () =>
      `Start the server with a larger context. If it is Ollama: OLLAMA_CONTEXT_LENGTH=${GOOD_WINDOW}, or name it by --wire ollama-chat, where each request asks for the context that it needs.`,
    source: "Ollama, docs/faq.md; no other server is known to cut at 4,096 and say nothing",
  },
  {
    id: "llamacpp-jinja",
    about: "tools",
    fits: (situation) => isRefused(situation) && refusalSays(situation, /--jinja/),
    says: () => "Start llama-server with --jinja: without it no request with tools is taken.",
    source: 'llama.cpp, tools/server: "tools param requires --jinja flag"',
  },
  {
    id: "vllm-tool-parser",
    about: "tools",
    fits: (situation) =>
      (isRefused(situation) && refusalSays(situation, /--enable-auto-tool-choice|--tool-call-parser/)) ||
      (situation.provider === "vllm" && situation.native === "leaks-as-text" && isMissed(situation)),
    says: (situation) => {
      const parser = toolParser(situation);
      return `Start vLLM with --enable-auto-tool-choice --tool-call-parser ${parser ?? "NAME (the one of the model's family)"}.`;
    },
    source: "vLLM, docs/features/tool_calling.md",
  },
  {
    id: "llamacpp-template",
    about: "tools",
    fits: (situation) => situation.provider === "llamacpp" && isMissed(situation),
    says: () =>
      "For native calls start llama-server with --jinja and a template that has tools (--chat-template-file, models/templates of llama.cpp). Calls in text need nothing.",
    source: "llama.cpp, docs/function-calling.md",
  },
  {
    id: "ollama-template",
    about: "tools",
    fits: (situation) => situation.provider === "ollama" && (isRefused(situation) || isMissed(situation)),
    says: () =>
      "For native calls its Modelfile needs a TEMPLATE that shows tools, as the model's own page at ollama.com has it. Calls in text need nothing.",
    source: 'Ollama, docs/template.md; server: "does not support tools" where the template has no .Tools',
  },
  {
    id: "no-window-to-speak-of",
    about: "window",
    fits: (situation) => isSmall(situation) && !cuts(situation) && situation.provider !== "lmstudio",
    says: (situation) =>
      `The window is small for a session. ${WIDEN[situation.provider] ?? `Start the server with a context of ${GOOD_WINDOW} tokens.`}`,
    source: "llama.cpp, tools/server/README.md (-c); vLLM, engine arguments; Ollama, docs/faq.md",
  },
  {
    id: "vllm-reasoning-parser",
    about: "reasoning",
    fits: (situation) => leavesTags(situation) && situation.provider === "vllm",
    says: () =>
      "The reasoning is left in the text; it is read there. vLLM parts it with --reasoning-parser NAME (qwen3, deepseek_r1, …).",
    source: "vLLM, docs/features/reasoning_outputs.md",
  },
  {
    id: "llamacpp-reasoning-format",
    about: "reasoning",
    fits: (situation) => leavesTags(situation) && situation.provider === "llamacpp",
    says: () =>
      "The reasoning is left in the text; it is read there. llama-server parts it with --jinja --reasoning-format auto.",
    source: "llama.cpp, tools/server/README.md",
  },
  {
    id: "buffered",
    about: "stream",
    fits: ({ finding }) => ["bad", "limited"].includes(finding("streams")?.verdict ?? "good"),
    says: () =>
      "Answers are held back: turn off buffering in the proxy before the server (nginx: proxy_buffering off), if there is one.",
    source: "nginx, ngx_http_proxy_module, proxy_buffering",
  },
  {
    id: "slow-prompt",
    about: "speed",
    fits: isSlow,
    says: ({ provider }) =>
      `Prompts are read slowly. ${QUICKEN[provider] ?? "A smaller model or quantisation, or more of it on a graphics card, helps."}`,
    source: "llama.cpp, tools/server/README.md (-fa, -ngl, --cache-reuse); Ollama, docs/faq.md (flash attention)",
  },
  {
    id: "nothing-works",
    about: "model",
    fits: ({ worksAtAll, finding }) => finding("parallel") !== undefined && !worksAtAll,
    says: () =>
      "No way of calling tools works: take a model that is made for it, e.g. one of those that `millrace models` names.",
    source: "the examination itself",
  },
];

const WIDEN: Readonly<Record<string, string>> = {
  llamacpp: `Start llama-server with -c ${GOOD_WINDOW} (with several slots, so much for each).`,
  vllm: `Start vLLM with --max-model-len ${GOOD_WINDOW}.`,
  ollama: `Start the server with OLLAMA_CONTEXT_LENGTH=${GOOD_WINDOW}.`,
};

const QUICKEN: Readonly<Record<string, string>> = {
  llamacpp:
    "Start llama-server with -fa on and as many layers on the graphics card as fit (-ngl 99); --cache-reuse 256 spares reading anew what only moved.",
  ollama:
    "Start the server with OLLAMA_FLASH_ATTENTION=1, and see in `ollama ps` whether the model is on the graphics card whole.",
};

/** vLLM's parsers by our dialects. Source: vLLM, docs/features/tool_calling.md. */
const TOOL_PARSERS: Readonly<Record<string, string>> = {
  hermes: "hermes",
  "qwen3-coder": "qwen3_coder",
  "llama3-json": "llama3_json",
  "llama4-pythonic": "llama4_pythonic",
  mistral: "mistral",
  "deepseek-v3": "deepseek_v3",
  "deepseek-v31": "deepseek_v31",
  glm: "glm45",
  "kimi-k2": "kimi_k2",
  "minimax-m1": "minimax",
  "minimax-m2": "minimax_m2",
  granite: "granite",
  harmony: "openai",
  internlm2: "internlm",
  jamba: "jamba",
  xlam: "xlam",
  pythonic: "pythonic",
  "seed-oss": "seed_oss",
  step3: "step3",
  longcat: "longcat",
  hunyuan: "hunyuan_a13b",
  olmo3: "olmo3",
};

function toolParser({ ownDialect }: Situation): string | undefined {
  return TOOL_PARSERS[ownDialect ?? ""];
}
