import type { Wire } from "../model-request.js";
import type { Answer, Persona } from "../scenario.js";

type Kind = NonNullable<Persona["kind"]>;

/** How this server answers a request that the model's template raises an error at. Sources: the errors of shared/cases. */
export function templateRefusal(kind: Kind, wire: Wire, raised: string): Answer {
  switch (kind) {
    case "llama.cpp":
      return refused(500, { error: { code: 500, message: `Jinja Exception: ${raised}`, type: "server_error" } });
    case "lmstudio":
      return refused(400, { error: `Error rendering prompt with jinja template: "${raised}".` });
    case "ollama":
      return ollamaRefusal(wire, raised);
    default:
      // vLLM: https://docs.vllm.ai, the exception's words as a BadRequestError
      return refused(400, { object: "error", message: raised, type: "BadRequestError", param: null, code: 400 });
  }
}

/** How this server answers a prompt that is longer than its window. `output`: tokens that the request asks for besides. */
export function overflowRefusal(
  kind: Kind,
  wire: Wire,
  { prompt, output, window }: { prompt: number; output: number; window: number },
): Answer {
  switch (kind) {
    case "llama.cpp": {
      // can1357/oh-my-pi#3752
      const message = `request (${prompt} tokens) exceeds the available context size (${window} tokens), try increasing it`;
      const error = { code: 400, message, type: "exceed_context_size_error", n_prompt_tokens: prompt, n_ctx: window };
      return refused(400, { error });
    }
    case "lmstudio":
      // Gitlawb/openclaude#353
      return refused(400, {
        error: `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${prompt}>= n_ctx: ${window}). Try to load the model with a larger context length, or provide a shorter input.`,
      });
    case "ollama":
      return ollamaRefusal(wire, `prompt too long; exceeded max context length by ${prompt - window} tokens`);
    case "openai": {
      // OpenRouter
      const message = `This endpoint's maximum context length is ${window} tokens. However, you requested about ${prompt + output} tokens (${prompt} of text input, ${output} in the output).`;
      return refused(400, { error: { message, code: 400 } });
    }
    default: {
      const message = `This model's maximum context length is ${window} tokens. However, you requested ${prompt + output} tokens (${prompt} in the messages, ${output} in the completion). Please reduce the length of the messages or completion.`;
      return refused(400, { object: "error", message, type: "BadRequestError", param: null, code: 400 });
    }
  }
}

function ollamaRefusal(wire: Wire, message: string): Answer {
  return wire === "ollama"
    ? refused(400, { error: message })
    : refused(400, { error: { message, type: "invalid_request_error", param: null, code: null } });
}

function refused(status: number, body: object): Answer {
  return { status, body };
}
