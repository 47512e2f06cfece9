import { isJsonObject, type JsonObject } from "./json.js";
import type { ReceivedRequest, Wire } from "./model-request.js";
import type { Answer, Persona, PersonaModel } from "./scenario.js";
import { errorBody, type WireError } from "./wires/error-body.js";

const DEFAULT_MODEL: PersonaModel = { name: "scripted" };
const DEFAULT_WINDOW = 131_072;

type Kind = NonNullable<Persona["kind"]>;
type EndpointAnswer = { status: number; body: unknown };

/** Which kinds speak which wire. */
const SPEAKERS: Readonly<Record<Wire, readonly Kind[]>> = {
  "chat-completions": ["ollama", "llama.cpp", "vllm", "lmstudio", "openai", "any"],
  "openai-responses": ["ollama", "llama.cpp", "vllm", "lmstudio", "openai", "any"],
  ollama: ["ollama", "any"],
  anthropic: ["anthropic", "any"],
};

/**
 * What a server says of itself, by method and path. `kinds` are those that have the endpoint; the shapes are those of
 * Ollama's docs/api.md, llama.cpp's server README, vLLM's protocol.py, LM Studio's REST API and Anthropic's API reference,
 * with the fields clients read.
 */
const ENDPOINTS: readonly {
  route: string;
  kinds: readonly Kind[];
  answer: (persona: Persona, body: JsonObject, before: readonly ReceivedRequest[]) => EndpointAnswer;
}[] = [
  {
    route: "GET /v1/models",
    kinds: ["ollama", "llama.cpp", "vllm", "lmstudio", "openai", "any"],
    answer: (persona) => ok({ object: "list", data: modelsOf(persona).map((model) => listedModel(model, persona)) }),
  },
  { route: "GET /v1/models", kinds: ["anthropic"], answer: anthropicModels },
  { route: "GET /api/version", kinds: ["ollama", "any"], answer: (persona) => ok({ version: versionOf(persona) }) },
  {
    route: "GET /api/tags",
    kinds: ["ollama", "any"],
    answer: (persona) => ok({ models: modelsOf(persona).map(taggedModel) }),
  },
  {
    route: "GET /api/ps",
    kinds: ["ollama", "any"],
    answer: (persona, _, before) => ok({ models: modelsOf(persona).map((model) => runningModel(model, before)) }),
  },
  { route: "POST /api/show", kinds: ["ollama", "any"], answer: shownModel },
  {
    route: "GET /props",
    kinds: ["llama.cpp", "any"],
    answer: (persona) => {
      const [model = DEFAULT_MODEL] = modelsOf(persona);
      return ok({
        default_generation_settings: { n_ctx: windowOf(model) },
        total_slots: 1,
        model_alias: model.name,
        model_path: `/models/${model.name}`,
        chat_template: model.chatTemplate ?? "",
        ...(tellsTools(model) && { chat_template_caps: templateCaps(model) }),
        modalities: { vision: model.vision ?? false, audio: false },
        build_info: versionOf(persona),
      });
    },
  },
  {
    route: "GET /slots",
    kinds: ["llama.cpp", "any"],
    answer: (persona) => {
      const [model = DEFAULT_MODEL] = modelsOf(persona);
      // One slot, at rest. The body is a list, not an object.
      return { status: 200, body: [{ id: 0, n_ctx: windowOf(model), speculative: false, is_processing: false }] };
    },
  },
  { route: "GET /health", kinds: ["llama.cpp", "vllm", "any"], answer: () => ok({ status: "ok" }) },
  { route: "GET /version", kinds: ["vllm", "any"], answer: (persona) => ok({ version: versionOf(persona) }) },
  {
    route: "GET /api/v0/models",
    kinds: ["lmstudio", "any"],
    answer: (persona) =>
      ok({
        object: "list",
        data: modelsOf(persona).map((model) => ({
          id: model.name,
          object: "model",
          type: model.vision ? "vlm" : "llm",
          publisher: "lmstudio-community",
          arch: familyOf(model),
          compatibility_type: "gguf",
          ...(model.weights && { quantization: model.weights.quantization }),
          state: "loaded",
          max_context_length: model.trainedWindow ?? windowOf(model),
          loaded_context_length: windowOf(model),
          capabilities: showsTools(model) ? ["tool_use"] : [],
        })),
      }),
  },
];

/**
 * Answers everything but requests for the model, of which those `before` decide with what window Ollama has it loaded. An
 * endpoint that this kind of server lacks is a 404.
 */
export function answerEndpoint(
  persona: Persona,
  { method, path, body }: { method: string; path: string; body: JsonObject },
  before: readonly ReceivedRequest[],
): EndpointAnswer {
  const kind = persona.kind ?? "any";
  const endpoint = ENDPOINTS.find(({ route, kinds }) => route === `${method} ${path}` && kinds.includes(kind));
  if (endpoint !== undefined) return endpoint.answer(persona, body, before);
  const wire = kind === "anthropic" ? "anthropic" : "chat-completions";
  const error = { message: `no endpoint ${method} ${path}`, type: "not_found_error" };
  return { status: 404, body: errorBody(wire, error) };
}

/** Does this kind of server speak the wire at all? */
export function speaks(persona: Persona, wire: Wire): boolean {
  return SPEAKERS[wire].includes(persona.kind ?? "any");
}

/** What the server itself refuses, in its own words: a missing key or version, an unknown model, tools where none are taken. */
export function refusal(persona: Persona, request: ReceivedRequest): Answer | undefined {
  const kind = persona.kind ?? "any";
  const { wire } = request;
  if (persona.apiKey !== undefined && keyOf(request) !== persona.apiKey) return { status: 401, body: wrongKey(wire) };
  if (kind === "anthropic" && request.headers["anthropic-version"] === undefined) {
    const error = { message: "anthropic-version: header is required", type: "invalid_request_error" };
    return { status: 400, body: errorBody(wire, error) };
  }
  if (persona.models === undefined) return undefined;

  const name = String(request.json.model);
  const model = findModel(persona, name);
  if (model === undefined) {
    // llama.cpp serves what it loaded, whatever the name.
    if (kind === "llama.cpp") return undefined;
    return { status: 404, body: errorBody(wire, unknownModel(kind, wire, name)) };
  }
  const offersTools = Array.isArray(request.json.tools) && request.json.tools.length > 0;
  if (model.tools === "refused" && offersTools) {
    return {
      status: kind === "llama.cpp" ? 500 : 400,
      body: errorBody(wire, { message: toolRefusal(kind, name), type: "BadRequestError" }),
    };
  }
  return undefined;
}

function toolRefusal(kind: Kind, name: string): string {
  if (kind === "vllm") return '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
  if (kind === "llama.cpp") return "tools param requires --jinja flag";
  return `registry.ollama.ai/library/${name} does not support tools`;
}

function keyOf({ wire, headers }: ReceivedRequest): string | undefined {
  if (wire === "anthropic") return headers["x-api-key"]?.toString();
  return headers.authorization?.startsWith("Bearer ") ? headers.authorization.slice("Bearer ".length) : undefined;
}

function wrongKey(wire: Wire): object {
  return wire === "anthropic"
    ? errorBody(wire, { message: "invalid x-api-key", type: "authentication_error" })
    : errorBody(wire, {
        message: "Invalid API key provided.",
        type: "invalid_request_error",
        code: "invalid_api_key",
      });
}

function unknownModel(kind: Kind, wire: Wire, name: string): WireError {
  if (wire === "anthropic") return { message: `model: ${name}`, type: "not_found_error" };
  const message = kind === "ollama" ? `model '${name}' not found` : `The model \`${name}\` does not exist.`;
  return { message, type: "NotFoundError", code: "model_not_found" };
}

function anthropicModels(persona: Persona): EndpointAnswer {
  const data = modelsOf(persona).map((model) => ({
    type: "model",
    id: model.name,
    display_name: model.name,
    created_at: "2026-01-01T00:00:00Z",
    max_input_tokens: windowOf(model),
  }));
  return ok({ data, has_more: false, first_id: data.at(0)?.id ?? null, last_id: data.at(-1)?.id ?? null });
}

function shownModel(persona: Persona, body: JsonObject): EndpointAnswer {
  const name = String(body.model ?? body.name);
  const model = findModel(persona, name);
  if (model === undefined) return { status: 404, body: { error: `model '${name}' not found` } };
  const family = familyOf(model);
  return ok({
    modelfile: "",
    parameters: model.parameters ?? (model.window === undefined ? "" : `num_ctx ${model.window}`),
    template: model.chatTemplate ?? "",
    details: detailsOf(model),
    model_info: {
      "general.architecture": family,
      [`${family}.context_length`]: model.trainedWindow ?? windowOf(model),
      ...shapeOf(model, family),
    },
    capabilities: [
      "completion",
      ...(showsTools(model) ? ["tools"] : []),
      ...(model.vision ? ["vision"] : []),
      ...(model.thinking ? ["thinking"] : []),
    ],
  });
}

/** The keys of a GGUF file's own description (ggml's docs/gguf.md), as Ollama hands them on. */
function shapeOf({ weights }: PersonaModel, family: string): object {
  if (weights === undefined) return {};
  return {
    [`${family}.block_count`]: weights.blocks,
    [`${family}.embedding_length`]: weights.heads * weights.keyLength,
    [`${family}.attention.head_count`]: weights.heads,
    [`${family}.attention.head_count_kv`]: weights.keyValueHeads,
    [`${family}.attention.key_length`]: weights.keyLength,
    [`${family}.attention.value_length`]: weights.keyLength,
  };
}

/** What llama.cpp finds in the template by trying it: names of `caps` in its common/jinja. */
function templateCaps(model: PersonaModel): object {
  const tools = showsTools(model);
  return {
    supports_system_role: true,
    supports_tools: tools,
    supports_tool_calls: tools,
    supports_parallel_tool_calls: tools,
  };
}

function listedModel(model: PersonaModel, persona: Persona): object {
  const listed = { id: model.name, object: "model", created: 1_767_225_600, owned_by: persona.kind ?? "testkit" };
  if (persona.kind === "vllm") return { ...listed, max_model_len: windowOf(model) };
  if (persona.kind === "llama.cpp") {
    const size = model.weights === undefined ? {} : { size: model.weights.bytes };
    return { ...listed, meta: { n_ctx_train: model.trainedWindow ?? windowOf(model), ...size } };
  }
  return model.prices === undefined ? listed : { ...listed, ...offer(model, model.prices) };
}

/** The fields of OpenRouter's list (openrouter.ai/docs/models, "Model object schema"): prices are texts, in dollars a token. */
function offer(model: PersonaModel, { input, output }: NonNullable<PersonaModel["prices"]>): object {
  const perToken = (price: number) => (price / 1_000_000).toFixed(12).replace(/\.?0+$/, "");
  return {
    canonical_slug: model.name,
    name: model.name,
    description: "",
    context_length: windowOf(model),
    architecture: { modality: "text->text", input_modalities: ["text"], output_modalities: ["text"] },
    pricing: { prompt: perToken(input), completion: perToken(output), request: "0", image: "0" },
    top_provider: {
      context_length: windowOf(model),
      max_completion_tokens: model.outputLimit ?? null,
      is_moderated: false,
    },
    per_request_limits: null,
    supported_parameters: ["max_tokens", "temperature", ...(model.tools === "refused" ? [] : ["tools", "tool_choice"])],
  };
}

/** Ollama, "List local models". */
function taggedModel(model: PersonaModel): object {
  return { ...ollamaEntry(model), modified_at: "2026-01-01T00:00:00Z", size: bytesOf(model) };
}

/** Ollama, "List running models". `size` is all it takes up, `size_vram` what of it lies on a graphics card. */
function runningModel(model: PersonaModel, before: readonly ReceivedRequest[]): object {
  return {
    ...ollamaEntry(model),
    size: bytesOf(model),
    expires_at: "2026-01-01T00:05:00Z",
    size_vram: model.weights?.bytesOnCard ?? bytesOf(model),
    context_length: loadedWindow(model, before),
  };
}

/** Ollama loads a model anew where a request on its own wire asks for another window (`num_ctx`). */
function loadedWindow(model: PersonaModel, before: readonly ReceivedRequest[]): number {
  const last = before.findLast(({ json }) => json.model === model.name);
  const options = last?.wire === "ollama" && isJsonObject(last.json.options) ? last.json.options : {};
  if (typeof options.num_ctx !== "number") return windowOf(model);
  return Math.min(options.num_ctx, model.trainedWindow ?? options.num_ctx);
}

function ollamaEntry(model: PersonaModel): object {
  return { name: model.name, model: model.name, digest: "0".repeat(64), details: detailsOf(model) };
}

function bytesOf(model: PersonaModel): number {
  return model.weights?.bytes ?? 1_000_000_000;
}

function detailsOf(model: PersonaModel): object {
  const family = familyOf(model);
  return {
    parent_model: "",
    format: "gguf",
    family,
    families: [family],
    ...(model.weights && {
      parameter_size: model.weights.parameters,
      quantization_level: model.weights.quantization,
    }),
  };
}

/** Ollama takes `qwen3` for `qwen3:latest`. */
function findModel(persona: Persona, name: string): PersonaModel | undefined {
  if (persona.models === undefined) return { ...DEFAULT_MODEL, name };
  return persona.models.find((model) => model.name === name || model.name === `${name}:latest`);
}

function modelsOf(persona: Persona): readonly PersonaModel[] {
  return persona.models ?? [DEFAULT_MODEL];
}

/** Its row says what becomes of tools: where it does not, the server is one of those that say nothing of it, either. */
function tellsTools({ templateShowsTools, tools, chatTemplate }: PersonaModel): boolean {
  return templateShowsTools !== undefined || tools !== undefined || chatTemplate !== undefined;
}

function showsTools(model: PersonaModel): boolean {
  return model.templateShowsTools ?? model.tools !== "refused";
}

function windowOf(model: PersonaModel): number {
  return model.window ?? model.trainedWindow ?? DEFAULT_WINDOW;
}

function familyOf(model: PersonaModel): string {
  return model.family ?? "llama";
}

function versionOf(persona: Persona): string {
  return persona.version ?? "0.0.0";
}

function ok(body: object): EndpointAnswer {
  return { status: 200, body };
}
