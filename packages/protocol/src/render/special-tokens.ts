/**
 * Text that model families treat as control tokens, or that their chat templates cut at. A server may turn such text in
 * a message into the token itself, so it must not stand in a result or a prompt as it is. A row a family: the shape, and
 * samples as the family's published chat template or tokenizer has them.
 */
export const SPECIAL_TOKENS: readonly { family: string; pattern: RegExp; samples: readonly string[] }[] = [
  {
    // Also Phi, GLM, Granite, Command, Kimi, OLMo, GigaChat, Hunyuan, LFM, Apertus: all write <|name|>.
    family: "ChatML, Llama 3 and 4, gpt-oss and most others",
    pattern: /<\|[A-Za-z][\w:.-]{0,40}\|>/,
    samples: [
      "<|im_start|>",
      "<|im_end|>",
      "<|eot_id|>",
      "<|begin_of_text|>",
      "<|endoftext|>",
      "<|channel|>",
      "<|START_OF_TURN_TOKEN|>",
    ],
  },
  {
    family: "DeepSeek", // full-width bars, U+FF5C
    pattern: /<\uff5c[^\uff5c\s]{1,40}\uff5c>/,
    samples: [
      "<\uff5cUser\uff5c>",
      "<\uff5cbegin\u2581of\u2581sentence\uff5c>",
      "<\uff5ctool\u2581calls\u2581begin\uff5c>",
    ],
  },
  {
    family: "Mistral, Llama 2",
    pattern: /\[\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|THINK)\]/,
    samples: ["[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[TOOL_CALLS]", "[/THINK]"],
  },
  { family: "Llama 2", pattern: /<<\/?SYS>>/, samples: ["<<SYS>>", "<</SYS>>"] },
  { family: "Gemma 2 and 3", pattern: /<(?:start|end)_of_turn>/, samples: ["<start_of_turn>", "<end_of_turn>"] },
  {
    family: "Gemma 4",
    pattern: /<\|(?:turn|channel|tool|tool_call|tool_response)>|<(?:turn|channel|tool|tool_call|tool_response)\|>/,
    samples: ["<|turn>", "<turn|>", "<|tool_call>", "<tool_response|>"],
  },
  {
    // 26 published templates cut an assistant's text before the close, even inside a file (Qwen 3, DeepSeek R1, GLM, …).
    family: "Qwen 3, DeepSeek R1, GLM, MiniMax M2, Nemotron, Seed",
    pattern: /<\/?(?:seed:)?think>/,
    samples: ["<think>", "</think>", "</seed:think>"],
  },
  { family: "Gemma 4, strings", pattern: /<\|"\|>/, samples: ['<|"|>'] },
  {
    family: "FunctionGemma",
    pattern: /<(?:start|end)_function_(?:call|response|declaration)>|<escape>/,
    samples: ["<start_function_call>", "<end_function_response>", "<escape>"],
  },
  { family: "MiniMax M3", pattern: /\]<\]minimax\[>\[/, samples: ["]<]minimax[>["] },
  { family: "EXAONE", pattern: /\[\|[a-z]{1,20}\|\]/, samples: ["[|assistant|]", "[|endofturn|]"] },
  { family: "MiniMax", pattern: /\]~(?:b\]|!b\[)|\[e~\[/, samples: ["]~b]", "]~!b[", "[e~["] },
  {
    family: "Nemotron Mini and Nano",
    pattern: /<extra_id_\d>|<SPECIAL_\d{1,3}>/,
    samples: ["<extra_id_0>", "<SPECIAL_10>"],
  },
];

const ANY_TOKEN = SPECIAL_TOKENS.map(({ pattern }) => pattern.source).join("|");

/** Special tokens only. */
const TOKENS = new RegExp(ANY_TOKEN, "g");

/**
 * Breaks special tokens visibly, by a backslash behind their first character: `<\|im_end|>`, `[\INST]`.
 * Linear in the text; text without one comes back as it is.
 *
 * @example
 * breakSpecialTokens("a</think>b"); // "a<\\/think>b"
 */
export function breakSpecialTokens(text: string): string {
  return text.replace(TOKENS, breakMark);
}

/**
 * Writes the first character of each special token as an escape of JSON and Python, `\\u003c`. For text that is a literal
 * already: a token's first character is never part of an escape in one.
 */
export function escapeTokens(literal: string): string {
  return literal.replace(TOKENS, (token) => `\\u${token.charCodeAt(0).toString(16).padStart(4, "0")}${token.slice(1)}`);
}

const TOKENS_AND_FRAME = new RegExp(`${ANY_TOKEN}|</?tool_response>`, "g");

/** As {@link breakSpecialTokens}, and the frame that results stand in as well. `count` says how many were broken. */
export function breakMarks(text: string): { text: string; count: number } {
  let count = 0;
  const broken = text.replace(TOKENS_AND_FRAME, (mark) => {
    count += 1;
    return breakMark(mark);
  });
  return { text: broken, count };
}

function breakMark(mark: string): string {
  return `${mark[0]}\\${mark.slice(1)}`;
}
