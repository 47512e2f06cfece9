import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Client, Hands } from "../client.js";

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
}

const SMALL_AGENTS: readonly SmallAgent[] = [
  { name: "openai, chat completions", package: "openai", program: "openai-chat", wire: "chat completions" },
  { name: "openai, responses", package: "openai", program: "openai-responses", wire: "responses" },
  { name: "anthropic", package: "@anthropic-ai/sdk", program: "anthropic-messages", wire: "messages" },
  aiSdk("openai-compatible", "chat completions"),
  aiSdk("openai", "responses"),
  aiSdk("anthropic", "messages"),
];

/** Each SDK twice: streamed, and whole. */
export const SDK_CLIENTS: readonly Client[] = SMALL_AGENTS.flatMap((agent) => [
  sdkClient(agent, "stream"),
  sdkClient(agent, "whole"),
]);

function sdkClient(
  { name, package: packageName, program, provider, wire }: SmallAgent,
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
  };
}

function aiSdk(provider: string, wire: Client["wire"]): SmallAgent {
  return { name: `ai, @ai-sdk/${provider}`, package: "ai", program: "ai-sdk", provider, wire };
}

/** Of a development dependency, as it is installed. */
function versionOf(name: string): string {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")).version;
}
