import type { PersonaModel, Weights } from "../scenario.js";
import { DIALECT_NAMES, type DialectName } from "./dialects.js";
import type { ModelPersona, TaughtDialects } from "./model-persona.js";

/** Those whose values stand between tags, as they are. */
const TAGS: readonly DialectName[] = ["cline", "qwen3-coder"];

/** Those whose arguments are a JSON object. */
const JSON_DIALECTS: readonly DialectName[] = [
  "hermes",
  "mistral",
  "llama3-json",
  "markdown-json",
  "deepseek-v3",
  "deepseek-v31",
  "harmony",
  "react",
];

/** Made of another family's special tokens. */
const STRANGE: readonly DialectName[] = ["deepseek-v3", "deepseek-v31", "harmony"];

/** What Ollama loads any model with unless told otherwise (its FAQ, "How can I specify the context window size?"). */
const OLLAMA_WINDOW = 4096;

/**
 * Every persona there is. Sizes and shapes are those of the published files (Ollama's library, the models' config.json);
 * speeds are round figures of the kind of machine in `about`.
 *
 * LM Studio teaches models without tool use by a prompt of its own: that is not played, tools are dropped there.
 */
export const MODEL_PERSONAS: readonly ModelPersona[] = [
  {
    name: "good-native",
    about: "Qwen3-Coder on vLLM, started with its tool parser: everything works, several calls at once",
    server: { kind: "vllm", version: "0.11.0", models: [model("Qwen/Qwen3-Coder-30B-A3B-Instruct", 32_768, 262_144)] },
    template: "qwen3-coder.jinja",
    bytesPerToken: 3.6,
    syntax: "qwen3-coder",
    truth: {
      ...plainTruth({ window: 32_768, prompt: 2_500, output: 90 }),
      native: "works",
      parallel: true,
    },
  },
  {
    name: "gpt-oss",
    about: "gpt-oss on llama.cpp: native calls one at a time, its thoughts in a field",
    server: {
      kind: "llama.cpp",
      version: "b7010-c27efd2bd",
      models: [model("gpt-oss-20b", 32_768, 131_072, weights(12_109_566_560, "20.9B", "MXFP4", [24, 64, 8, 64]))],
    },
    template: "gpt-oss.jinja",
    bytesPerToken: 4,
    syntax: "harmony",
    truth: {
      ...plainTruth({ window: 32_768, prompt: 450, output: 120 }),
      native: "works",
      reasoning: "field",
    },
  },
  {
    name: "llama-3",
    about: "Llama 3 on Ollama, whose template knows no tools: refused natively; loses the last line break between tags",
    server: {
      kind: "ollama",
      version: "0.13.1",
      models: [
        {
          ...onOllama("llama3:8b", "llama", 8_192, weights(4_661_224_676, "8.0B", "Q4_0", [32, 32, 8, 128])),
          tools: "refused",
        },
      ],
    },
    template: "llama-3.jinja",
    bytesPerToken: 3.8,
    syntax: "llama3-json",
    faults: { dropsFinalNewline: TAGS },
    truth: {
      ...ollamaTruth({ onRequest: 8_192, prompt: 900, output: 45 }),
      native: "refused",
      parallel: true,
      dialects: taught({ breaks: TAGS }),
    },
  },
  {
    name: "liar",
    about: "a tuned Llama 3.1 on Ollama that says it has tools, and whose calls come as text",
    server: {
      kind: "ollama",
      version: "0.13.1",
      models: [
        onOllama("llama3.1-tuned:8b", "llama", 131_072, weights(4_920_753_328, "8.0B", "Q4_K_M", [32, 32, 8, 128])),
      ],
    },
    template: "llama-3.1.jinja",
    bytesPerToken: 3.8,
    syntax: "llama3-json",
    saysFirst: "Sure, let me do that for you.",
    truth: {
      ...ollamaTruth({ onRequest: 131_072, prompt: 900, output: 45 }),
      native: "leaks-as-text",
    },
  },
  {
    name: "cutter",
    about:
      "Qwen2.5 on Ollama, made for 32,768 tokens and loaded with 4,096: the front of a longer prompt is cut, and nothing said",
    server: {
      kind: "ollama",
      version: "0.13.1",
      models: [onOllama("qwen2.5:7b", "qwen2", 32_768, weights(4_683_087_332, "7.6B", "Q4_K_M", [28, 28, 4, 128]))],
    },
    template: "qwen2.5-instruct.jinja",
    bytesPerToken: 3.6,
    syntax: "hermes",
    truth: {
      ...ollamaTruth({ onRequest: 32_768, prompt: 1_100, output: 60 }),
      native: "works",
      parallel: true,
    },
  },
  {
    name: "gemma-2",
    about:
      "Gemma 2 on vLLM: its template refuses a system message and drops tools; marks of other families are beyond it",
    server: {
      kind: "vllm",
      version: "0.11.0",
      models: [{ ...model("google/gemma-2-9b-it", 8_192, 8_192), templateShowsTools: false }],
    },
    template: "gemma-2.jinja",
    alternates: true,
    refusesSystem: true,
    bytesPerToken: 3.9,
    syntax: "tool-code",
    faults: { ignoresLesson: STRANGE },
    truth: {
      ...plainTruth({ window: 8_192, prompt: 3_000, output: 55 }),
      native: "dropped",
      dialects: taught({ breaks: STRANGE }),
    },
  },
  {
    name: "gemma-3",
    about: "Gemma 3 in LM Studio: tools are dropped; whatever it is taught, it writes Python in a fence",
    server: {
      kind: "lmstudio",
      models: [
        {
          ...model("google/gemma-3-12b", 8_192, 131_072, weights(7_300_574_976, "11.8B", "Q4_K_M", [48, 16, 8, 256])),
          family: "gemma3",
          templateShowsTools: false,
        },
      ],
    },
    template: "gemma-3.jinja",
    alternates: true,
    bytesPerToken: 3.9,
    syntax: "tool-code",
    faults: { ownSyntax: DIALECT_NAMES },
    truth: {
      ...plainTruth({ window: 8_192, prompt: 700, output: 35 }),
      native: "dropped",
      dialects: taught({ own: DIALECT_NAMES.filter((name) => name !== "tool-code") }),
    },
  },
  {
    name: "phi-4",
    about: "Phi-4 on llama.cpp without --jinja: tools are refused; puts code fences around what stands between tags",
    server: {
      kind: "llama.cpp",
      version: "b7010-c27efd2bd",
      models: [
        {
          ...model("phi-4-Q4_K_M.gguf", 16_384, 16_384, weights(9_053_114_816, "14.7B", "Q4_K_M", [40, 40, 10, 128])),
          tools: "refused",
        },
      ],
    },
    template: "phi-4.jinja",
    bytesPerToken: 4,
    syntax: "markdown-json",
    faults: { fencesBodies: TAGS },
    truth: {
      ...plainTruth({ window: 16_384, prompt: 600, output: 30 }),
      native: "refused",
      parallel: true,
      dialects: taught({ breaks: TAGS }),
    },
  },
  {
    name: "deepseek-coder",
    about: "DeepSeek-Coder-V2 on Ollama: tools are refused; says something first; does not escape line breaks in JSON",
    server: {
      kind: "ollama",
      version: "0.13.1",
      models: [
        {
          ...onOllama(
            "deepseek-coder-v2:16b",
            "deepseek2",
            163_840,
            weights(8_905_126_121, "15.7B", "Q4_0", [27, 16, 16, 192]),
          ),
          tools: "refused",
        },
      ],
    },
    template: "deepseek-coder-v2.jinja",
    bytesPerToken: 3.5,
    syntax: "deepseek-v3",
    saysFirst: "I will use the tool for this.",
    faults: { rawNewlines: JSON_DIALECTS },
    truth: {
      ...ollamaTruth({ onRequest: 163_840, prompt: 800, output: 70 }),
      native: "refused",
      parallel: true,
      dialects: taught({ slips: JSON_DIALECTS }),
    },
  },
  {
    name: "mistral-small-3",
    about:
      "Mistral Small 3 on vLLM, started with a tool parser and a template without tools: they are dropped; one call a message",
    server: {
      kind: "vllm",
      version: "0.11.0",
      models: [{ ...model("mistralai/Mistral-Small-24B-Instruct-2501", 32_768, 32_768), templateShowsTools: false }],
    },
    template: "mistral-small-3.jinja",
    bytesPerToken: 3.7,
    syntax: "mistral",
    truth: { ...plainTruth({ window: 32_768, prompt: 2_000, output: 50 }), native: "dropped" },
  },
  {
    name: "qwen2.5-coder",
    about:
      "Qwen2.5-Coder on Ollama, whose template shows tools: it prints its calls as JSON in fences, whatever form of JSON is taught",
    server: {
      kind: "ollama",
      version: "0.13.1",
      models: [
        onOllama("qwen2.5-coder:7b", "qwen2", 32_768, weights(4_683_087_590, "7.6B", "Q4_K_M", [28, 28, 4, 128])),
      ],
    },
    template: "qwen2.5-instruct.jinja",
    bytesPerToken: 3.6,
    syntax: "markdown-json",
    faults: { ownSyntax: JSON_DIALECTS },
    truth: {
      ...ollamaTruth({ onRequest: 32_768, prompt: 1_100, output: 60 }),
      native: "leaks-as-text",
      parallel: true,
      dialects: taught({ own: JSON_DIALECTS.filter((name) => name !== "markdown-json") }),
    },
  },
  {
    name: "codellama",
    about:
      "CodeLlama in LM Studio: tools are dropped, turns must alternate; escapes HTML between tags, and follows only plain lessons",
    server: {
      kind: "lmstudio",
      models: [
        {
          ...model("codellama-7b-instruct", 4_096, 16_384, weights(3_825_910_624, "6.7B", "Q4_0", [32, 32, 32, 128])),
          family: "llama",
          templateShowsTools: false,
        },
      ],
    },
    template: "llama-2.jinja",
    alternates: true,
    bytesPerToken: 3.2,
    syntax: "markdown-json",
    faults: { escapesHtml: TAGS, ignoresLesson: [...STRANGE, "tool-code"] },
    truth: {
      ...plainTruth({ window: 4_096, prompt: 900, output: 55 }),
      native: "dropped",
      dialects: taught({ breaks: [...TAGS, ...STRANGE, "tool-code"] }),
    },
  },
  {
    name: "forgetful",
    about: "Yi-Coder in LM Studio: tools are dropped; closes no tag, and every brace",
    server: {
      kind: "lmstudio",
      models: [
        {
          ...model("yi-coder-9b-chat", 8_192, 131_072, weights(5_328_958_944, "8.8B", "Q4_K_M", [48, 32, 4, 128])),
          family: "llama",
          templateShowsTools: false,
        },
      ],
    },
    template: "yi-coder.jinja",
    bytesPerToken: 3.5,
    syntax: "markdown-json",
    faults: { forgetsCloses: TAGS },
    truth: {
      ...plainTruth({ window: 8_192, prompt: 900, output: 45 }),
      native: "dropped",
      parallel: true,
      dialects: taught({ breaks: TAGS }),
    },
  },
  {
    name: "slow-reader",
    about: "Qwen3 4B on llama.cpp without a graphics card: all well, at 40 tokens of prompt a second",
    server: {
      kind: "llama.cpp",
      version: "b7010-c27efd2bd",
      models: [
        model("Qwen3-4B-Instruct-2507-Q4_K_M.gguf", 8_192, 262_144, {
          ...weights(2_497_281_120, "4.0B", "Q4_K_M", [36, 32, 8, 128]),
          bytesOnCard: 0,
        }),
      ],
    },
    template: "qwen3-instruct-2507.jinja",
    bytesPerToken: 3.6,
    syntax: "hermes",
    truth: { ...plainTruth({ window: 8_192, prompt: 40, output: 6 }), native: "works", parallel: true },
  },
  {
    name: "thinker",
    about:
      "a distilled DeepSeek-R1 on vLLM without its parsers: the prompt ends inside its thoughts, and they come as text",
    server: {
      kind: "vllm",
      version: "0.11.0",
      models: [{ ...model("deepseek-ai/DeepSeek-R1-Distill-Llama-8B", 16_384, 131_072), tools: "refused" }],
    },
    template: "deepseek-r1-distill-llama.jinja",
    bytesPerToken: 3.8,
    syntax: "deepseek-v3",
    truth: {
      ...plainTruth({ window: 16_384, prompt: 3_500, output: 80 }),
      native: "refused",
      reasoning: "tags-opened-in-prompt",
    },
  },
  {
    name: "tag-thinker",
    about: "Qwen3 in LM Studio: native calls work, its thoughts stand in the text between tags",
    server: {
      kind: "lmstudio",
      models: [
        {
          ...model("qwen3-8b", 16_384, 40_960, weights(5_027_783_488, "8.2B", "Q4_K_M", [36, 32, 8, 128])),
          family: "qwen3",
        },
      ],
    },
    template: "qwen3.jinja",
    bytesPerToken: 3.6,
    syntax: "hermes",
    truth: {
      ...plainTruth({ window: 16_384, prompt: 1_000, output: 50 }),
      native: "works",
      parallel: true,
      reasoning: "tags",
    },
  },
  {
    name: "impostor",
    about: "llama.cpp, which answers any name with the model that it loaded, and says which",
    server: {
      kind: "llama.cpp",
      version: "b7010-c27efd2bd",
      models: [
        model(
          "qwen2.5-7b-instruct-q4_k_m.gguf",
          16_384,
          32_768,
          weights(4_683_073_952, "7.6B", "Q4_K_M", [28, 28, 4, 128]),
        ),
      ],
    },
    template: "qwen2.5-instruct.jinja",
    bytesPerToken: 3.6,
    syntax: "hermes",
    truth: {
      ...plainTruth({ window: 16_384, prompt: 1_100, output: 60 }),
      native: "works",
      parallel: true,
      answersAs: "qwen2.5-7b-instruct-q4_k_m.gguf",
    },
  },
  {
    name: "hosted",
    about: "a hosted model, listed with window and prices as OpenRouter does it",
    server: {
      kind: "openai",
      models: [
        {
          ...model("qwen/qwen3-235b-a22b-2507", 131_072, 262_144),
          prices: { input: 0.1, output: 0.6 },
          outputLimit: 16_384,
        },
      ],
    },
    template: "qwen3-instruct-2507.jinja",
    bytesPerToken: 3.6,
    syntax: "hermes",
    truth: {
      ...plainTruth({ window: 131_072, prompt: 5_000, output: 70 }),
      native: "works",
      parallel: true,
      prices: { input: 0.1, output: 0.6 },
    },
  },
  {
    name: "tiny-window",
    about:
      "SmolLM2 on llama.cpp, started with 2,048 tokens and without --jinja: a longer prompt is refused; follows only the plainest lessons",
    server: {
      kind: "llama.cpp",
      version: "b7010-c27efd2bd",
      models: [
        {
          ...model(
            "smollm2-1.7b-instruct-q4_k_m.gguf",
            2_048,
            8_192,
            weights(1_055_609_536, "1.7B", "Q4_K_M", [24, 32, 32, 64]),
          ),
          tools: "refused",
        },
      ],
    },
    template: "smollm2.jinja",
    bytesPerToken: 3.7,
    syntax: "markdown-json",
    faults: { ignoresLesson: [...STRANGE, "mistral", "tool-code", "qwen3-coder"] },
    truth: {
      ...plainTruth({ window: 2_048, prompt: 1_800, output: 90 }),
      native: "refused",
      dialects: taught({ breaks: [...STRANGE, "mistral", "tool-code", "qwen3-coder"] }),
    },
  },
];

/** What holds unless a row says otherwise: no thoughts, one call at a time, every dialect as it is taught. */
function plainTruth({ window, prompt, output }: { window: number; prompt: number; output: number }) {
  return {
    streams: true,
    parallel: false,
    window,
    cutsSilently: false,
    dialects: taught({}),
    reasoning: "none",
    promptTokensPerSecond: prompt,
    outputTokensPerSecond: output,
  } as const;
}

/** The same behind Ollama, which cuts. `onRequest`: tokens that a request on its own wire can ask for. */
function ollamaTruth({ onRequest, prompt, output }: { onRequest: number; prompt: number; output: number }) {
  const plain = plainTruth({ window: OLLAMA_WINDOW, prompt, output });
  return { ...plain, windowOnRequest: onRequest, cutsSilently: true } as const;
}

/** What is in none of the lists works. */
function taught({ slips = [], own = [], breaks = [] }: Partial<TaughtDialects>): TaughtDialects {
  const others = [...slips, ...own, ...breaks];
  return { works: DIALECT_NAMES.filter((name) => !others.includes(name)), slips, own, breaks };
}

function model(name: string, window: number, trainedWindow: number, given?: Weights): PersonaModel {
  return { name, window, trainedWindow, ...(given && { weights: given }) };
}

/** Its settings name no window: it is Ollama's own. */
function onOllama(name: string, family: string, trainedWindow: number, given: Weights): PersonaModel {
  return { ...model(name, OLLAMA_WINDOW, trainedWindow, given), family, parameters: "temperature 0.7" };
}

/** `shape`: layers, heads, heads that are cached, length of a key. */
function weights(
  bytes: number,
  parameters: string,
  quantization: string,
  [blocks, heads, keyValueHeads, keyLength]: readonly [number, number, number, number],
): Weights {
  return { bytes, parameters, quantization, blocks, heads, keyValueHeads, keyLength };
}
