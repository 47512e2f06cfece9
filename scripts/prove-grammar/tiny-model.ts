import { type GgufTensor, writeGguf } from "./write-gguf.js";

/** Sizes that are small, and that llama.cpp accepts. */
const WIDTH = 32;
const INNER = 64;
const HEADS = 2;
const CONTEXT = 4096;

/** Kinds of tokens, as the file numbers them. */
const UNKNOWN = 2;
const CONTROL = 3;
const USER_DEFINED = 4;
const BYTE = 6;

/**
 * A model of the llama kind whose weights are noise: it knows nothing, so whatever order is in its texts is the
 * grammar's. Its tokens are all bytes, and `pieces`: longer ones, so that tokens and rules end in different places.
 */
export function tinyModel(pieces: readonly string[]): Buffer {
  const tokens = [
    { text: "<unk>", type: UNKNOWN },
    { text: "<s>", type: CONTROL },
    { text: "</s>", type: CONTROL },
    ...Array.from({ length: 256 }, (_, byte) => ({
      text: `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`,
      type: BYTE,
    })),
    ...pieces.map((text) => ({ text, type: USER_DEFINED })),
  ];
  const noise = noiseFrom(20_260);
  const tensor = (...shape: number[]): GgufTensor => ({
    shape,
    data: Float32Array.from({ length: shape.reduce((product, size) => product * size, 1) }, noise),
  });
  const ones = (size: number): GgufTensor => ({ shape: [size], data: new Float32Array(size).fill(1) });
  return writeGguf(
    {
      "general.architecture": { type: "string", value: "llama" },
      "general.name": { type: "string", value: "noise" },
      "llama.context_length": { type: "uint32", value: CONTEXT },
      "llama.embedding_length": { type: "uint32", value: WIDTH },
      "llama.block_count": { type: "uint32", value: 1 },
      "llama.feed_forward_length": { type: "uint32", value: INNER },
      "llama.attention.head_count": { type: "uint32", value: HEADS },
      "llama.attention.head_count_kv": { type: "uint32", value: HEADS },
      "llama.attention.layer_norm_rms_epsilon": { type: "float32", value: 1e-5 },
      "llama.rope.dimension_count": { type: "uint32", value: WIDTH / HEADS },
      "llama.vocab_size": { type: "uint32", value: tokens.length },
      "tokenizer.ggml.model": { type: "string", value: "llama" },
      "tokenizer.ggml.tokens": { type: "strings", value: tokens.map(({ text }) => text) },
      "tokenizer.ggml.scores": { type: "float32s", value: tokens.map(() => 0) },
      "tokenizer.ggml.token_type": { type: "int32s", value: tokens.map(({ type }) => type) },
      "tokenizer.ggml.unknown_token_id": { type: "uint32", value: 0 },
      "tokenizer.ggml.bos_token_id": { type: "uint32", value: 1 },
      "tokenizer.ggml.eos_token_id": { type: "uint32", value: 2 },
      "tokenizer.ggml.add_bos_token": { type: "bool", value: true },
      "tokenizer.ggml.add_space_prefix": { type: "bool", value: false },
    },
    {
      "token_embd.weight": tensor(WIDTH, tokens.length),
      "blk.0.attn_norm.weight": ones(WIDTH),
      "blk.0.attn_q.weight": tensor(WIDTH, WIDTH),
      "blk.0.attn_k.weight": tensor(WIDTH, WIDTH),
      "blk.0.attn_v.weight": tensor(WIDTH, WIDTH),
      "blk.0.attn_output.weight": tensor(WIDTH, WIDTH),
      "blk.0.ffn_norm.weight": ones(WIDTH),
      "blk.0.ffn_gate.weight": tensor(WIDTH, INNER),
      "blk.0.ffn_up.weight": tensor(WIDTH, INNER),
      "blk.0.ffn_down.weight": tensor(INNER, WIDTH),
      "output_norm.weight": ones(WIDTH),
      "output.weight": tensor(WIDTH, tokens.length),
    },
  );
}

/** Small numbers around 0, always the same ones (an xorshift). */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state / 2 ** 31) * 0.3;
  };
}
