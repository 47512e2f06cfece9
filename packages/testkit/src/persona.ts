import type { JsonObject } from "./json.js";
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
  answer: (persona: Persona, body: JsonObject) => EndpointAnswer;
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
    answer: (persona) =>
      ok({ models: modelsOf(persona).map((model) => ({ ...taggedModel(model), context_length: windowOf(model) })) }),
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
        model_path: model.name,
        chat_template: model.chatTemplate ?? "",
        modalities: { vision: model.vision ?? false },
        build_info: versionOf(persona),
      });
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
          arch: familyOf(model),
          state: "loaded",
          max_context_length: model.trainedWindow ?? windowOf(model),
          loaded_context_length: windowOf(model),
          capabilities: model.tools === "refused" ? [] : ["tool_use"],
        })),
      }),
  },
];

/** Answers everything but requests for the model. An endpoint that this kind of server lacks is a 404. */
export function answerEndpoint(persona: Persona, method: string, path: string, body: JsonObject): EndpointAnswer {
  const kind = persona.kind ?? "any";
  const endpoint = ENDPOINTS.find(({ route, kinds }) => route === `${method} ${path}` && kinds.includes(kind));
  if (endpoint !== undefined) return endpoint.answer(persona, body);
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
    parameters: model.window === undefined ? "" : `num_ctx ${model.window}`,
    template: model.chatTemplate ?? "",
    details: { family, families: [family], format: "gguf" },
    model_info: {
      "general.architecture": family,
      [`${family}.context_length`]: model.trainedWindow ?? windowOf(model),
    },
    capabilities: [
      "completion",
      ...(model.tools === "refused" ? [] : ["tools"]),
      ...(model.vision ? ["vision"] : []),
      ...(model.thinking ? ["thinking"] : []),
    ],
  });
}

function listedModel(model: PersonaModel, persona: Persona): object {
  const listed = { id: model.name, object: "model", created: 1_767_225_600, owned_by: persona.kind ?? "testkit" };
  if (persona.kind === "vllm") return { ...listed, max_model_len: windowOf(model) };
  if (persona.kind === "llama.cpp") return { ...listed, meta: { n_ctx_train: model.trainedWindow ?? windowOf(model) } };
  return listed;
}

function taggedModel(model: PersonaModel): object {
  const family = familyOf(model);
  return {
    name: model.name,
    model: model.name,
    modified_at: "2026-01-01T00:00:00Z",
    size: 1_000_000_000,
    digest: "0".repeat(64),
    details: { family, families: [family], format: "gguf" },
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
