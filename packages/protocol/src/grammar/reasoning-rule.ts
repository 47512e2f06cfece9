import { characters, choice, type Expression, type Grammar, literal, optional, repeat, sequence } from "./gbnf.js";
import { textWithout } from "./text-without-rule.js";

/**
 * What opens reasoning, and what closes it, as models write it that were trained to; not the tags that a prompt asks for.
 * Sources: the chat templates of the models.
 */
const REASONING_MARKS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"], // DeepSeek R1, Qwen3, GLM 4.5, MiniMax M2
  ["<seed:think>", "</seed:think>"], // Seed-OSS
  ["<mm:think>", "</mm:think>"], // MiniMax M3
  ["<longcat_think>", "</longcat_think>"], // LongCat
  ["<|START_THINKING|>", "<|END_THINKING|>"], // Command A
  ["[THINK]", "[/THINK]"], // Magistral, Ministral 3
  ["\u25c1think\u25b7", "\u25c1/think\u25b7"], // Kimi-VL
];

/**
 * Reasoning in front of calls, or nothing: one block, in the marks of any model, and up to three line breaks behind it.
 *
 * @param opening `model`: the model writes the mark that opens it · `prompt`: the prompt already did.
 */
export function reasoningRule(grammar: Grammar, opening: "model" | "prompt"): Expression {
  const gap = repeat(characters("\\n"), 0, 3);
  if (opening === "model") {
    const blocks = REASONING_MARKS.map(([open, close]) =>
      sequence(literal(open), textWithout(grammar, [close]), literal(close)),
    );
    return optional(sequence(choice(...blocks), gap));
  }
  const closes = REASONING_MARKS.map(([, close]) => close);
  return optional(sequence(textWithout(grammar, closes), choice(...closes.map(literal)), gap));
}
