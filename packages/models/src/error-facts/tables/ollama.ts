import { answered, type ErrorFact, streamed } from "../error-fact.js";
import { BROKEN_CALL, MODEL_UNKNOWN, NOT_ENTITLED, OVERFLOW, OVERLOADED, QUOTA, TOOLS_REFUSED } from "../outcomes.js";

/** Ollama, and its cloud models. Mostly `{"error":"…"}`; a stream ends with such a line after status 200. */
export const OLLAMA: readonly ErrorFact[] = [
  {
    name: "prompt longer than Ollama takes",
    ...OVERFLOW,
    says: /exceeded max context length by \d{1,9} tokens|input length exceeds the context length/i,
    remedy:
      "The prompt is longer than the context of {model} in Ollama: set a larger OLLAMA_CONTEXT_LENGTH, or send less.",
    samples: [answered("ollama", 400, '{"error":"prompt too long; exceeded max context length by 1877 tokens"}')],
  },
  {
    name: "model without tools in Ollama",
    ...TOOLS_REFUSED,
    says: /registry\.ollama\.ai\/\S{1,200} does not support tools/i,
    samples: [answered("ollama", 400, '{"error":"registry.ollama.ai/library/gemma3:12b does not support tools"}')],
  },
  {
    name: "tool call that Ollama cannot read",
    ...BROKEN_CALL,
    says: /error parsing tool call|XML syntax error on line \d{1,9}|expected element type <function>/i,
    samples: [
      // ollama/ollama#17638
      answered("ollama", 500, `{"error":"error parsing tool call: raw='{\\"input\\":\\"*** Begin Patch\\"}]', err="}`),
      // continuedev/continue#12680
      streamed(
        "ollama",
        '{"error":"XML syntax error on line 8: element \\u003cfunction\\u003e closed by \\u003c/parameter\\u003e"}',
      ),
    ],
  },
  {
    name: "too little memory for Ollama",
    says: /requires more system memory \(/i,
    kind: "invalid_request",
    retryable: false,
    remedy: "{model} needs more memory than is free: close other programs, or use a smaller model or context.",
    // continuedev/continue#11478
    samples: [
      answered("ollama", 500, '{"error":"model requires more system memory (5.3 GiB) than is available (3.3 GiB)"}'),
    ],
  },
  {
    name: "Ollama's runner ended",
    ...OVERLOADED,
    says: /llama runner (?:process )?(?:has terminated|exited|no longer running)|model runner has unexpectedly stopped|model failed to load, this may be due to/i,
    remedy: "The process that runs {model} in Ollama ended, often for lack of memory: use a smaller model or context.",
    samples: [
      // ollama/ollama#8770
      answered("ollama", 500, '{"error":"llama runner process has terminated: exit status 2"}'),
      // ollama/ollama#5958
      answered(
        "ollama",
        500,
        '{"error":"llama runner process has terminated: error loading model: unable to allocate backend buffer"}',
      ),
      // ollama/ollama#1019
      answered(
        "ollama",
        500,
        '{"error":"llama runner exited, you may not have enough available memory to run this model"}',
      ),
    ],
  },
  {
    name: "model not pulled",
    ...MODEL_UNKNOWN,
    providers: ["ollama"],
    says: /model\b.{0,200}\bnot found/i,
    status: [400, 404],
    remedy: "Run `ollama pull {model}` first, or choose one that `ollama list` shows.",
    samples: [answered("ollama", 404, '{"error":"model \'qwen3:4b\' not found"}')],
  },
  {
    name: "model not pulled, said by Ollama elsewhere",
    ...MODEL_UNKNOWN,
    says: /try pulling it first/i,
    remedy: "Run `ollama pull {model}` first, or choose one that `ollama list` shows.",
    samples: [answered("custom", 404, '{"error":"model \\"qwen3:4b\\" not found, try pulling it first"}')],
  },
  {
    name: "limit of Ollama's cloud reached",
    ...QUOTA,
    says: /reached your (?:hourly|session|daily|weekly|monthly) usage limit/i,
    remedy:
      "The limit of your Ollama plan is reached: wait until it is renewed, upgrade, or use a model on this machine.",
    samples: [
      // continuedev/continue#9233
      answered(
        "ollama",
        429,
        '{"error":"you\'ve reached your hourly usage limit, please wait or upgrade to continue"}',
      ),
      // continuedev/continue#11444
      answered(
        "ollama",
        429,
        '{"error":"you (someone) have reached your session usage limit, upgrade for higher limits: https://ollama.com/upgrade"}',
      ),
    ],
  },
  {
    name: "cloud model not in the plan",
    ...NOT_ENTITLED,
    says: /model requires a subscription|subscription payment is past due/i,
    remedy: "Your Ollama plan does not include {model}: upgrade it, or use a model on this machine.",
    samples: [
      // ollama/ollama#16773
      answered(
        "ollama",
        403,
        '{"error":"this model requires a subscription, upgrade for access: https://ollama.com/upgrade"}',
      ),
    ],
  },
  {
    name: "not signed in to Ollama's cloud",
    providers: ["ollama"],
    status: [401],
    says: /^unauthorized$/im,
    kind: "auth",
    retryable: false,
    remedy: "Run `ollama signin` first: {model} runs in Ollama's cloud.",
    samples: [answered("ollama", 401, '{"error":"unauthorized"}')],
  },
];
