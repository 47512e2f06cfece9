import { answered, type ErrorFact, streamed } from "../error-fact.js";
import { BROKEN_CALL, HISTORY_REFUSED, OVERFLOW, OVERLOADED, TEMPLATE_FAILED, TOOLS_REFUSED } from "../outcomes.js";

const LARGER_CONTEXT =
  "The prompt is longer than the context of {model} here: start the server with a larger one (`--ctx-size`), or send less.";

/** llama.cpp's server, what is built on it (Jan, text-generation-webui), and llama-cpp-python. */
export const LLAMA_CPP: readonly ErrorFact[] = [
  {
    name: "prompt longer than llama.cpp's context",
    ...OVERFLOW,
    says: /request \((?<used>\d{1,9}) tokens\) exceeds the available context size \((?<limit>\d{1,9})/i,
    remedy: LARGER_CONTEXT,
    samples: [
      // can1357/oh-my-pi#3752
      answered(
        "llamacpp",
        400,
        '{"error":{"code":400,"message":"request (25837 tokens) exceeds the available context size (25088 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":25837,"n_ctx":25088}}',
        { limitTokens: 25088, usedTokens: 25837 },
      ),
    ],
  },
  {
    // The numbers stand in fields of their own, or nowhere.
    name: "prompt longer than llama.cpp's context, without numbers",
    ...OVERFLOW,
    codes: ["exceed_context_size_error"],
    says: /exceeds the available context size|context size has been exceeded|larger than the max context size/i,
    remedy: LARGER_CONTEXT,
    samples: [
      // ggml-org/llama.cpp#15780
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error","n_prompt_tokens":1407,"n_ctx":256}}',
        { limitTokens: 256, usedTokens: 1407 },
      ),
      // ggml-org/llama.cpp#19774
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}',
      ),
    ],
  },
  {
    name: "prompt longer than llama-cpp-python's context",
    ...OVERFLOW,
    says: /requested tokens \((?<used>\d{1,9})\) exceed context window of (?<limit>\d{1,9})/i,
    remedy: LARGER_CONTEXT,
    samples: [
      // rllm-team/rllm#55
      answered(
        "llama-cpp-python",
        400,
        '{"error":{"message":"Requested tokens (34012) exceed context window of 32768","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}',
        { limitTokens: 32768, usedTokens: 34012 },
      ),
    ],
  },
  {
    name: "server started without --jinja",
    ...TOOLS_REFUSED,
    says: /tools param requires --jinja/i,
    remedy: "Start llama-server with --jinja, or use tool calls in text (--protocol text).",
    // defilantech/LLMKube#126
    samples: [
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}',
      ),
    ],
  },
  {
    name: "grammar that llama.cpp cannot make of the tools",
    ...TOOLS_REFUSED,
    says: /failed to (?:parse|initialize) (?:grammar|samplers)/i,
    remedy: "llama.cpp cannot make a grammar of these tools: use tool calls in text (--protocol text), or fewer tools.",
    samples: [
      // ggml-org/llama.cpp#25895
      answered(
        "llamacpp",
        400,
        '{"error":{"code":400,"message":"Failed to initialize samplers: failed to parse grammar","type":"invalid_request_error"}}',
      ),
    ],
  },
  {
    name: "tool call that llama.cpp cannot read",
    ...BROKEN_CALL,
    says: /failed to parse input at pos \d{1,9}|unexpected empty grammar stack/i,
    samples: [
      // ggml-org/llama.cpp#24644
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"Failed to parse input at pos 184: <tool_call>","type":"server_error"}}',
      ),
      // ggml-org/llama.cpp#27619
      streamed(
        "llamacpp",
        'error: {"code":500,"message":"Unexpected empty grammar stack after accepting piece: =","type":"server_error"}',
      ),
    ],
  },
  {
    name: "call in the history that llama.cpp cannot read",
    ...HISTORY_REFUSED,
    says: /failed to parse tool call arguments as JSON/i,
    remedy: "The stored conversation has a call with damaged arguments: start a new session.",
    // am17an/llama.cpp#43
    samples: [
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"Failed to parse tool call arguments as JSON: unexpected end of input","type":"server_error"}}',
      ),
    ],
  },
  {
    name: "chat template fails in llama.cpp",
    ...TEMPLATE_FAILED,
    says: /value is not callable: null|unknown method: \w{1,40} at row|while executing \w{1,40} at line \d{1,9}, column|jinja exception:|unknown \(built-in\) filter/i,
    samples: [
      // janhq/jan#6123
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"Value is not callable: null at row 49, column 79:\\n {%- set content = (m_content.split(\'</think>\')|last) %}","type":"server_error"}}',
      ),
      // ggml-org/llama.cpp#19905
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"\\n------------\\nWhile executing FilterExpression at line 120, column 73 in source:\\n... tool_call.arguments|items\\nError: Unknown (built-in) filter \'items\' for type String","type":"server_error"}}',
      ),
      // Mangi-11/Eta#59
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"Jinja Exception: System message must be at the beginning.","type":"server_error"}}',
      ),
    ],
  },
  {
    name: "pictures that llama.cpp does not take",
    says: /image input is not supported|may need to provide the mmproj|unsupported content part type: "image_url"/i,
    kind: "invalid_request",
    retryable: false,
    remedy: "{model} takes no pictures here: start the server with its projector (`--mmproj`), or leave them out.",
    // ggml-org/llama.cpp#15377
    samples: [
      answered(
        "llamacpp",
        500,
        '{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected, you may need to provide the mmproj","type":"server_error"}}',
      ),
    ],
  },
  {
    name: "llama.cpp still loads the model",
    ...OVERLOADED,
    status: [503],
    says: /^loading model$/im,
    remedy: "{server} still loads {model}: wait a moment.",
    samples: [answered("llamacpp", 503, '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}')],
  },
];
