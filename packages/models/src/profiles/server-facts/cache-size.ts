import { type JsonRecord, sizeIn } from "../../json.js";

/** A number of the cache as servers keep it unless told otherwise, bytes: 16 bits (llama.cpp's `--cache-type-k f16`). */
const CACHE_NUMBER_BYTES = 2;

/**
 * What a token of the window takes in the cache of keys and values, bytes, by the facts of a GGUF file; undefined where one
 * of them is missing, and for models whose layers differ (a list in place of a number, a sliding window, a state in place of
 * a cache): there the plain formula says too much. Source: the GGUF specification (`[llm].attention.*`); a key and a value of each head of each layer.
 *
 * @example
 * // Qwen3 8B: 36 layers, 8 heads, 128 numbers a key and a value
 * cacheBytesPerToken({ "general.architecture": "qwen3", "qwen3.block_count": 36, "qwen3.attention.head_count_kv": 8,
 *   "qwen3.attention.key_length": 128, "qwen3.attention.value_length": 128 }); // 147456
 */
export function cacheBytesPerToken(info: JsonRecord): number | undefined {
  const architecture = info["general.architecture"];
  if (typeof architecture !== "string") return undefined;
  const fact = (key: string) => info[`${architecture}.${key}`];
  if (UNEVEN.some((key) => fact(key) !== undefined)) return undefined;
  const layers = sizeIn(fact("block_count"));
  const heads = sizeIn(fact("attention.head_count_kv"));
  // A model without an own length has its width shared out among its heads.
  const width = sizeIn(fact("embedding_length"));
  const queries = sizeIn(fact("attention.head_count"));
  const shared = width !== undefined && queries !== undefined ? width / queries : undefined;
  const key = sizeIn(fact("attention.key_length"), shared);
  const value = sizeIn(fact("attention.value_length"), shared);
  if (layers === undefined || heads === undefined || key === undefined || value === undefined) return undefined;
  return layers * heads * (key + value) * CACHE_NUMBER_BYTES;
}

/** Facts of models whose layers do not all keep the whole window. */
const UNEVEN = ["attention.sliding_window", "ssm.state_size", "attention.kv_lora_rank", "full_attention_interval"];
