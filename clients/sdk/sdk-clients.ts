import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client, Hands, Settings } from "../client.js";

const HANDS: Hands = {
  read: (path) => ({ name: "read_file", arguments: { path } }),
  edit: (path, from, to) => ({ name: "edit_file", arguments: { path, old_text: from, new_text: to } }),
  run: (command) => ({ name: "run_command", arguments: { command } }),
};

/** A program of this folder that uses an SDK, and what it is named by. */
interface SmallAgent {
  name: string;
  package: string;
  program: string;
  provider?: string;
  wire: Client["wire"];
  settings: Settings;
}

const SMALL_AGENTS: readonly SmallAgent[] = [
  {
    name: "openai, chat completions",
    package: "openai",
    program: "openai-chat",
    wire: "chat completions",
    settings: openai(),
  },
  {
    name: "openai, responses",
    package: "openai",
    program: "openai-responses",
    wire: "responses",
    settings: openai(),
  },
  {
    name: "anthropic",
    package: "@anthropic-ai/sdk",
    program: "anthropic-messages",
    wire: "messages",
    settings: {
      address: '`new Anthropic({ baseURL: "ADDRESS" })`, or `ANTHROPIC_BASE_URL`',
      key: '`apiKey: "any"`',
      model: '`model: "MODEL"`',
    },
  },
  aiSdk("openai-compatible", "chat completions", "createOpenAICompatible"),
  aiSdk("openai", "responses", "createOpenAI", ", with `providerOptions: { openai: { store: false } }`"),
  aiSdk("anthropic", "messages", "createAnthropic"),
];

/** Each SDK twice: streamed, and whole. */
export const SDK_CLIENTS: readonly Client[] = SMALL_AGENTS.flatMap((agent) => [
  sdkClient(agent, "stream"),
  sdkClient(agent, "whole"),
]);

function sdkClient(
  { name, package: packageName, program, provider, wire, settings }: SmallAgent,
  how: "stream" | "whole",
): Client {
  return {
    name: how === "stream" ? `${name}, streamed` : name,
    kind: "SDK",
    wire,
    package: { name: packageName, version: versionOf(packageName) },
    launch: ({ url, model, prompt }) => ({
      argv: [
        process.execPath,
        "--import",
        import.meta.resolve("tsx"),
        fileURLToPath(new URL(`${program}.ts`, import.meta.url)),
        how,
        prompt,
      ],
      env: { BRIDGE_URL: url, MODEL: model, ...(provider === undefined ? {} : { PROVIDER: provider }) },
    }),
    hands: HANDS,
    settings,
  };
}

function openai(): Settings {
  return {
    address: '`new OpenAI({ baseURL: "ADDRESS/v1" })`, or `OPENAI_BASE_URL`',
    key: '`apiKey: "any"`',
    model: '`model: "MODEL"`',
  };
}

function aiSdk(provider: string, wire: Client["wire"], create: string, more = ""): SmallAgent {
  return {
    name: `ai, @ai-sdk/${provider}`,
    package: "ai",
    program: "ai-sdk",
    provider,
    wire,
    settings: {
      address: `\`${create}({ baseURL: "ADDRESS/v1" })\`${more}`,
      key: '`apiKey: "any"`',
      model: '`("MODEL")`',
    },
  };
}

/** Of a development dependency, as it is installed. */
function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}
