import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const VERSION = "3.21.1";

/** Of node-llama-cpp, what the proof uses. It is no dependency, so its types are not there. */
export interface LlamaModule {
  getLlama(options: { gpu: false; build: "never"; logLevel: "error"; maxThreads: 1 }): Promise<Llama>;
  LlamaGrammarEvaluationState: new (options: { model: LlamaModel; grammar: object }) => object;
}

interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>;
  createGrammar(options: { grammar: string }): Promise<object>;
  dispose(): Promise<void>;
}

export interface LlamaModel {
  readonly tokens: { readonly bos: number };
  createContext(options: {
    contextSize: number;
    sequences: number;
    batchSize: number;
    threads: number;
  }): Promise<LlamaContext>;
  detokenize(tokens: readonly number[], specialTokens: boolean): string;
}

interface LlamaContext {
  getSequence(): LlamaSequence;
}

export interface LlamaSequence {
  clearHistory(): Promise<void>;
  evaluate(
    tokens: readonly number[],
    options: {
      temperature: number;
      topK: number;
      topP: number;
      minP: number;
      seed: number;
      grammarEvaluationState: object;
    },
  ): AsyncGenerator<number, void, void>;
}

/**
 * Installs llama.cpp for this machine as node-llama-cpp publishes it, built, into `folder`: 83 MB. As a dependency it
 * would bring 730 MB to every `npm ci`, as its builds for each graphics card are optional dependencies. Nothing is
 * compiled: no install script runs. Throws if npm does.
 */
export function installEngine(folder: string): void {
  const { platform, arch } = process;
  const build = {
    linux: `linux-${arch}`,
    darwin: arch === "x64" ? "mac-x64" : "mac-arm64-metal",
    win32: `win-${arch}`,
  };
  const packages = ["node-llama-cpp", `@node-llama-cpp/${build[platform as keyof typeof build]}`];
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  const { status, stderr } = spawnSync(
    "npm",
    ["install", "--no-save", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"].concat(
      packages.map((name) => `${name}@${VERSION}`),
    ),
    { cwd: folder, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(`npm could not install ${packages.join(" and ")} ${VERSION}.\n${stderr}`);
}

/** node-llama-cpp as it is installed in `folder`. */
export async function loadEngine(folder: string): Promise<LlamaModule> {
  return import(pathToFileURL(join(folder, "node_modules/node-llama-cpp/dist/index.js")).href);
}
