/**
 * Special tokens that end a turn or begin a role. A server that does not hide them lets them through as text; they mean
 * nothing there and are not shown. As they are looked up, with a family that has them.
 */
export const HIDDEN_TOKENS: readonly string[] = [
  "|im_start|", // ChatML: Qwen, Hermes
  "|im_end|",
  "|endoftext|", // GPT-2 and its heirs
  "|eot_id|", // Llama 3
  "|eom_id|",
  "|end_of_text|",
  "|begin_of_text|",
  "|start_header_id|",
  "|end_header_id|",
  "|eot|", // Llama 4
  "|eom|",
  "|header_start|",
  "|header_end|",
  "|role_end|", // Ling, Spark
  "|end_of_sentence|", // DeepSeek
  "|begin_of_sentence|",
  "|end_of_turn_token|", // Command
  "|start_of_turn_token|",
  "|chatbot_token|",
  "|end_of_role|", // Granite
  "|start_of_role|",
  "end_of_turn", // Gemma 2 and 3
  "start_of_turn",
  "|turn", // Gemma 4
  "turn|",
  "|assistant|", // GLM, Phi
  "|user|",
  "|observation|", // GLM
  "|eos|", // Hunyuan
  "|end_of_msg|", // Kimi K3
  "|end|", // Phi, gpt-oss
  "|return|", // gpt-oss
  "seed:bos", // Seed-OSS
  "seed:eos",
];
