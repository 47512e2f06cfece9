import { answered, type ErrorFact } from "../error-fact.js";
import { OVERFLOW, TEMPLATE_FAILED, TOOLS_REFUSED } from "../outcomes.js";

const LARGER_WINDOW =
  "The request is longer than the server was started for: raise `--max-model-len` (SGLang: `--context-length`), or send less.";

/** vLLM, SGLang and Text Generation Inference, which hosts of open models run. Often without an `error` around it. */
export const VLLM: readonly ErrorFact[] = [
  {
    name: "prompt longer than vLLM's model length",
    ...OVERFLOW,
    says: /prompt \(length (?<used>\d{1,9})\) is longer than the maximum model length of (?<limit>\d{1,9})/i,
    remedy: LARGER_WINDOW,
    samples: [
      answered(
        "vllm",
        400,
        '{"object":"error","message":"The decoder prompt (length 40961) is longer than the maximum model length of 40960. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.","type":"BadRequestError","param":null,"code":400}',
        { limitTokens: 40960, usedTokens: 40961 },
      ),
    ],
  },
  {
    name: "input longer than SGLang's context",
    ...OVERFLOW,
    says: /input \((?<used>\d{1,9}) tokens\) is longer than the model\S{1,40} context length \((?<limit>\d{1,9})/i,
    remedy: LARGER_WINDOW,
    samples: [
      // QwenLM/Qwen3#1321
      answered(
        "sglang",
        400,
        '{"object":"error","message":"The input (61709 tokens) is longer than the model\'s context length (40960 tokens).","type":"BadRequestError","param":null,"code":400}',
        { limitTokens: 40960, usedTokens: 61709 },
      ),
    ],
  },
  {
    name: "input and answer longer than Text Generation Inference takes",
    ...OVERFLOW,
    says: /`inputs` tokens \+ `max_new_tokens` must be <= (?<limit>\d{1,9})(?:\. Given: (?<used>\d{1,9}))?/i,
    samples: [
      // bytedance/UI-TARS-desktop#626
      answered(
        "huggingface",
        422,
        '{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 65537. Given: 79993 `inputs` tokens and 1024 `max_new_tokens`","error_type":"validation"}',
        { limitTokens: 65537, usedTokens: 79993 },
      ),
    ],
  },
  {
    name: "input longer than Text Generation Inference takes",
    ...OVERFLOW,
    says: /`inputs` must have less than (?<limit>\d{1,9}) tokens\. Given: (?<used>\d{1,9})/i,
    samples: [
      // meta-llama/llama#1103
      answered(
        "huggingface",
        422,
        '{"error":"Input validation error: `inputs` must have less than 4096 tokens. Given: 4545","error_type":"validation"}',
        { limitTokens: 4096, usedTokens: 4545 },
      ),
    ],
  },
  {
    name: "server started without a tool parser",
    ...TOOLS_REFUSED,
    says: /--enable-auto-tool-choice|--tool-call-parser/i,
    status: [400, 422],
    remedy:
      "Start vLLM with --enable-auto-tool-choice and --tool-call-parser, or use tool calls in text (--protocol text).",
    samples: [
      answered(
        "vllm",
        400,
        '{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","param":null,"code":400}',
      ),
    ],
  },
  {
    name: "chat template wants other turns",
    ...TEMPLATE_FAILED,
    says: /roles must alternate user\/assistant|only user and assistant roles are supported/i,
    samples: [
      // vllm-project/vllm#6862
      answered(
        "vllm",
        400,
        '{"object":"error","message":"After the optional system message, conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","param":null,"code":400}',
      ),
    ],
  },
];
