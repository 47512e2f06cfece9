import type { LiteralMark } from "./literal-mark.js";

/**
 * Tags in which models write their thoughts, with a family that does. In text they count first on their line, or
 * anywhere once the message had a reasoning block; never in code.
 */
export const REASONING_TAGS: readonly string[] = [
  "think", // DeepSeek R1, Qwen3, GLM 4.5, MiniMax M2
  "thinking", // Claude and others under an XML prompt
  ["ant", "ml:thinking"].join(""), // Claude, where a proxy shows its tags; put together as in dialects/antml.ts
  "thought", // Gemini derivatives
  "reasoning", // fine-tunes that follow a prompt
  "reflection", // Reflection Llama
  "scratch_pad", // Hermes 2 Pro
  "seed:think", // Seed-OSS
  "mm:think", // MiniMax M3
  "longcat_think", // LongCat
];

/** Special tokens that open reasoning, and those that close it, as they are looked up. */
export const REASONING_OPEN_TOKENS: readonly string[] = [
  "|start_thinking|", // Command A
];
export const REASONING_CLOSE_TOKENS: readonly string[] = ["|end_thinking|"];

/** The same as marks that are no tags. */
export const REASONING_LITERALS: readonly LiteralMark[] = [
  { text: "[THINK]", does: "opens" }, // Magistral, Ministral 3
  { text: "[/THINK]", does: "closes" },
  { text: "\u25c1think\u25b7", does: "opens" }, // Kimi-VL
  { text: "\u25c1/think\u25b7", does: "closes" },
  { text: "[BEGIN FINAL RESPONSE]", does: "closes" }, // Apriel 1.6
];
