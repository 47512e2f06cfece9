/**
 * Publishers that stand before a model's name in the same word, as those who repackage models write it
 * (`google_gemma-3-12b-it-GGUF`, `Meta-Llama-3.1-8B-Instruct`, `NVIDIA-Nemotron-Nano-9B-v2`).
 */
const PUBLISHERS =
  /^(?:ai21labs|allenai|baai|bytedance-seed|c4ai|cohere(?:labs|forai)?|deepseek-ai|fireworks-ai|google|ibm(?:-granite)?|meta(?:-llama(?=-llama))?(?=-llama)|microsoft|minimaxai|mistralai|moonshotai|nousresearch|nvidia|openai|openbmb|qwen(?=-qw)|swiss-ai|tencent|unsloth|upstage|zai(?:-org)?)-/;

/**
 * A model's name as families are looked up by: the last part of its path, in lower case, words apart by `-`, without the
 * publisher. The tag of Ollama stays. Total: any text gives one, possibly an empty one.
 *
 * @example
 * plainName("hf.co/unsloth/GLM-4.6-GGUF:Q4_K_M"); // "glm-4.6-gguf:q4-k-m"
 * plainName("accounts/fireworks/models/llama-v3p1-8b-instruct"); // "llama-v3.1-8b-instruct"
 */
export function plainName(model: string): string {
  const last = model.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  const words = last
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "-")
    .replace(/(\d)p(\d)/g, "$1.$2");
  // More than one may stand there: CohereForAI_c4ai-command-r7b.
  return words.replace(PUBLISHERS, "").replace(PUBLISHERS, "");
}
