import { plainName } from "./profiles/plain-name.js";

/**
 * What may stand behind a model's name without making it another one: a tag, a date or version of release, `latest`, how
 * its weights are stored (`-q4-k-m`, `-awq`, `-gguf`).
 */
const DRESSES =
  /(?:[:@].*|[-.](?:\d{8}|\d{6}|\d{4}-\d{2}-\d{2}|\d{4}|latest|preview|gguf|mlx|awq|gptq|fp8|fp16|bf16|f16|i?q\d(?:-[a-z0-9]+)*|\d-?bit|instruct|it|chat))$/;

/**
 * Whether two names are of one model, as those who serve it write them: paths, publishers, tags, dates and ways of storing
 * weights are no difference. Lenient: it is for a notice, where a wrong one annoys.
 *
 * @example
 * sameModel("gpt-4o", "gpt-4o-2024-08-06"); // true
 * sameModel("qwen3", "/models/Qwen3-Q4_K_M.gguf"); // true
 * sameModel("gpt-4o", "gpt-4o-mini"); // false
 */
export function sameModel(one: string, other: string): boolean {
  return bareName(one) === bareName(other);
}

function bareName(model: string): string {
  for (let name = plainName(model); ; ) {
    const bare = name.replace(DRESSES, "");
    if (bare === name || bare === "") return name;
    name = bare;
  }
}
