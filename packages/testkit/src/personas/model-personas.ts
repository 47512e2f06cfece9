import type { PersonaModel, Weights } from "../scenario.js";
import { DIALECT_NAMES, type DialectName } from "./dialects.js";
import type { ModelPersona, TaughtDialects } from "./model-persona.js";

/** Those whose values stand between tags, as they are. */
const TAGS: readonly DialectName[] = ["cline", "qwen3-coder"];

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

function taught({ slips = [], breaks = [] }: Partial<TaughtDialects>): TaughtDialects {
  return { works: DIALECT_NAMES.filter((name) => !slips.includes(name) && !breaks.includes(name)), slips, breaks };
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
