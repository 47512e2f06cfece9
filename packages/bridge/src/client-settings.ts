/** What a user sets in a client so that it asks the bridge. In Markdown; ADDRESS, KEY and MODEL stand for the user's own. */
export interface ClientSettings {
  /** As it is known. */
  client: string;
  address: string;
  key: string;
  model: string;
}

/**
 * The clients that are known, one a row. Sources: what each was seen to take when it did a task through the bridge (see
 * docs/BRIDGE.md), for aider its documentation, "OpenAI compatible APIs".
 */
export const CLIENT_SETTINGS: readonly ClientSettings[] = [
  {
    client: "claude-code",
    address: "`ANTHROPIC_BASE_URL=ADDRESS`",
    key: "`ANTHROPIC_AUTH_TOKEN=KEY`",
    model: "`ANTHROPIC_MODEL=MODEL`, or `--model MODEL`",
  },
  {
    client: "codex",
    address:
      '`base_url = "ADDRESS/v1"` of a `[model_providers.millrace]` in `~/.codex/config.toml`, with `wire_api = "responses"`',
    key: '`env_key = "MILLRACE_KEY"`, and `MILLRACE_KEY=KEY`',
    model: '`model = "MODEL"`, `model_provider = "millrace"`',
  },
  {
    client: "cline",
    address: "`cline auth -p openai -b ADDRESS/v1`; in the editor: API Provider *OpenAI Compatible*, Base URL",
    key: "`-k KEY`",
    model: "`-m MODEL`",
  },
  {
    client: "opencode",
    address:
      '`provider.millrace.options.baseURL = "ADDRESS/v1"` in `opencode.json`, with `"npm": "@ai-sdk/openai-compatible"`',
    key: '`options.apiKey = "KEY"`',
    model: '`"MODEL"` as a key of `provider.millrace.models`; then `-m millrace/MODEL`',
  },
  {
    client: "qwen-code",
    address: "`OPENAI_BASE_URL=ADDRESS/v1`",
    key: "`OPENAI_API_KEY=KEY`, and `--auth-type openai`",
    model: "`OPENAI_MODEL=MODEL`, or `-m MODEL`",
  },
  {
    client: "pi",
    address:
      '`providers.millrace.baseUrl = "ADDRESS/v1"` in `~/.pi/agent/models.json`, with `"api": "openai-completions"`',
    key: '`apiKey = "KEY"`',
    model: '`models: [{ "id": "MODEL" }]`; then `--provider millrace --model MODEL`',
  },
  {
    client: "continue",
    address: "`apiBase: ADDRESS/v1` of a model in `config.yaml`, with `provider: openai`",
    key: "`apiKey: KEY`",
    model: "`model: MODEL`, with `capabilities: [tool_use]`",
  },
  {
    client: "aider",
    address: "`OPENAI_API_BASE=ADDRESS/v1`",
    key: "`OPENAI_API_KEY=KEY`",
    model: "`--model openai/MODEL`",
  },
  {
    client: "openai SDK",
    address: '`baseURL: "ADDRESS/v1"` (Python: `base_url`), or `OPENAI_BASE_URL=ADDRESS/v1`',
    key: '`apiKey: "KEY"`, or `OPENAI_API_KEY=KEY`',
    model: '`model: "MODEL"`',
  },
  {
    client: "AI SDK",
    address:
      '`createOpenAICompatible({ name: "millrace", baseURL: "ADDRESS/v1" })`; or `createAnthropic`; or `createOpenAI`, with `providerOptions: { openai: { store: false } }`',
    key: '`apiKey: "KEY"`',
    model: '`("MODEL")`',
  },
  {
    client: "Anthropic SDK",
    address: '`baseURL: "ADDRESS"` (Python: `base_url`), or `ANTHROPIC_BASE_URL=ADDRESS`',
    key: '`apiKey: "KEY"`, or `ANTHROPIC_API_KEY=KEY`',
    model: '`model: "MODEL"`',
  },
];
