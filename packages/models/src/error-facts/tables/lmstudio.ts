import { answered, type ErrorFact, streamed } from "../error-fact.js";
import { MODEL_UNKNOWN, OVERFLOW, OVERLOADED, TEMPLATE_FAILED } from "../outcomes.js";

/** LM Studio. `error` is a string as often as an object, and errors come as a named event inside a stream. */
export const LM_STUDIO: readonly ErrorFact[] = [
  {
    name: "prompt longer than LM Studio loaded for, n_keep",
    ...OVERFLOW,
    says: /n_keep:? \(?(?<used>\d{1,9})\)?\s{0,3}>=\s{0,3}n_ctx:? \(?(?<limit>\d{1,9})/i,
    remedy:
      "{model} is loaded with too small a context: load it again with a larger one (`lms load --context-length`).",
    samples: [
      // Gitlawb/openclaude#353
      answered(
        "lmstudio",
        400,
        '{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input."}',
        { limitTokens: 4096, usedTokens: 13055 },
      ),
      // anomalyco/opencode#11141
      streamed("lmstudio", '{"error":{"message":"Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)"}}', {
        limitTokens: 7424,
        usedTokens: 15028,
      }),
    ],
  },
  {
    name: "prompt longer than LM Studio loaded for",
    ...OVERFLOW,
    says: /keep the first (?<used>\d{1,9}) tokens.{0,200}context length of only (?<limit>\d{1,9})/i,
    remedy:
      "{model} is loaded with too small a context: load it again with a larger one (`lms load --context-length`).",
    samples: [
      // cline/cline#3664
      streamed(
        "lmstudio",
        'event: error\ndata: {"error":{"message":"Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough."}}\n\n',
        { limitTokens: 7866, usedTokens: 10136 },
      ),
    ],
  },
  {
    name: "no model loaded",
    ...MODEL_UNKNOWN,
    says: /no models? (?:is )?loaded/i,
    remedy: "Load a model in LM Studio first (`lms load {model}`).",
    samples: [
      answered(
        "lmstudio",
        404,
        '{"error":{"message":"No models loaded. Please load a model in the developer page or use the `lms load` command.","type":"invalid_request_error","param":"model","code":"model_not_found"}}',
      ),
    ],
  },
  {
    name: "too little memory for LM Studio",
    says: /model loading (?:was stopped|aborted) due to insufficient system resources|not enough resources to (?:load|run) (?:the )?model/i,
    kind: "invalid_request",
    retryable: false,
    remedy:
      "LM Studio finds too little memory for {model}: close other programs, use a smaller context, or loosen its model loading guardrails.",
    samples: [
      // lmstudio-ai/lmstudio-bug-tracker#1202
      answered(
        "lmstudio",
        400,
        '{"error":{"message":"Failed to load model \\"mistral-nemo\\". Error: Model loading was stopped due to insufficient system resources. Under the current settings, this model requires approximately 273.25 GB of memory.","type":"invalid_request_error"}}',
      ),
    ],
  },
  {
    name: "model that LM Studio cannot load",
    says: /failed to load (?:the )?model\b/i,
    kind: "invalid_request",
    retryable: false,
    remedy:
      "{server} cannot load {model}: load it there by hand to see why, with a smaller context or another runtime.",
    samples: [
      // lmstudio-ai/lmstudio-bug-tracker#417
      answered(
        "lmstudio",
        400,
        '{"error":"Failed to load model \\"qwen3-8b\\". Error: Error loading model. (Exit code: 18446744073709515000). Unknown error. Try a different model and/or config."}',
      ),
    ],
  },
  {
    name: "model crashed in LM Studio",
    ...OVERLOADED,
    says: /model has crashed without additional information|^(?:error: )?channel error\.?$/im,
    remedy: "{model} crashed in LM Studio: load it again, with a smaller context or another runtime.",
    samples: [
      // lmstudio-ai/lmstudio-bug-tracker#1057
      streamed(
        "lmstudio",
        '{"error":{"message":"The model has crashed without additional information. (Exit code: 18446744072635812000)"}}',
      ),
      // lmstudio-ai/lmstudio-bug-tracker#1347
      answered("lmstudio", 400, '{"error":"Channel Error"}'),
    ],
  },
  {
    name: "model unloaded meanwhile",
    ...OVERLOADED,
    says: /model (?:is |was |has been )?unloaded/i,
    remedy: "{model} was unloaded in LM Studio meanwhile: load it again (`lms load {model}`).",
    // lmstudio-ai/lmstudio-bug-tracker#1492
    samples: [
      streamed("lmstudio", '{"error":{"message":"Model is unloaded."}}'),
      answered("lmstudio", 400, '{"error":"Model unloaded."}'),
    ],
  },
  {
    name: "chat template fails in LM Studio",
    ...TEMPLATE_FAILED,
    says: /error rendering prompt with jinja template/i,
    remedy:
      "The chat template of {model} fails: use tool calls in text (--protocol text), or the model as lmstudio-community has it.",
    samples: [
      // zed-industries/zed#45379
      streamed(
        "lmstudio",
        '{"error":{"message":"Error rendering prompt with jinja template: \\"Unknown test: sequence\\".\\n\\nThis is usually an issue with the model\'s prompt template."}}',
      ),
    ],
  },
  {
    name: "path that LM Studio does not have",
    says: /unexpected endpoint or method/i,
    kind: "invalid_request",
    retryable: false,
    remedy: "LM Studio has no such path. Check the base URL {address}: it ends in /v1.",
    // lmstudio-ai/lmstudio-bug-tracker#618
    samples: [answered("lmstudio", 200, '{"error":"Unexpected endpoint or method. (POST /chat/completions)"}')],
  },
];
