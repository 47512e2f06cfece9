import { type ContextSource, createAgent, type EnvironmentFacts } from "@millrace/agent";
import { createModelClient, type ModelChoice } from "@millrace/models";
import type { Tier } from "@millrace/protocol";
import { type ModelRequest, startModelServer, type Wire } from "@millrace/testkit";
import { codingToolsByForm } from "@millrace/tools";

/** Tokens (UTF-8 bytes of the body / 4) that the first request may take, with the default tools. Source: DESIGN 10. */
export const FIRST_REQUEST_TOKENS: Readonly<Record<Tier, number>> = { full: 3_000, compact: 1_500, minimal: 800 };

/** The models of each wire, as the program would be told to use them. */
const CHOICES: Readonly<Record<Wire, (url: string) => ModelChoice>> = {
  "chat-completions": (url) => ({ model: "qwen3-coder-30b-a3b-instruct", baseUrl: `${url}/v1`, env: {} }),
  "openai-responses": (url) => ({ model: "openai/gpt-5.1-codex-mini", baseUrl: `${url}/v1`, apiKey: "key", env: {} }),
  ollama: (url) => ({ model: "ollama/qwen3-coder:30b", baseUrl: url, env: {} }),
  anthropic: (url) => ({ model: "anthropic/claude-haiku-4-5-20251001", baseUrl: url, apiKey: "key", env: {} }),
};

export const WIRES: readonly Wire[] = ["chat-completions", "openai-responses", "ollama", "anthropic"];

/** A small repository, as the environment note has it. */
export const SMALL_REPOSITORY: Partial<EnvironmentFacts> = {
  os: "Linux 6.8.0-60-generic",
  shell: "bash",
  folder: "/home/someone/projects/slugify",
  date: "2026-01-31",
  git: { head: "0123456789", branch: "main", changed: [" M src/slug.ts"], changedMore: 0 },
  files: {
    names: [
      ".gitignore",
      "LICENSE",
      "README.md",
      "package-lock.json",
      "package.json",
      "src/characters.ts",
      "src/index.ts",
      "src/slug.ts",
      "test/characters.test.ts",
      "test/slug.test.ts",
      "tsconfig.json",
      "vitest.config.ts",
    ],
    more: 0,
  },
};

/** How a first request is asked for. */
interface FirstRequestOptions {
  wire: Wire;
  tier: Tier;
  protocol: "text" | "native";
  /** What is taught where calls are text. */
  dialect?: string;
  /** Somebody is there to ask. */
  interactive: boolean;
  facts?: Partial<EnvironmentFacts>;
}

/** A server that takes first requests, one behind the other, and gives them back. */
export interface FirstRequests {
  send(options: FirstRequestOptions): Promise<ModelRequest>;
  close(): Promise<void>;
}

/**
 * Starts the testkit's server and sends first requests to it as the program does: the default tools, mode ask, the task
 * `fix the failing test`, the note about a small repository.
 */
export async function startFirstRequests(): Promise<FirstRequests> {
  const answers = [{ text: "Done.", repeat: "always" as const }];
  const server = await startModelServer({ scenario: { answers, prefix: "report" } });
  return {
    async send({ wire, tier, protocol, dialect, interactive, facts = SMALL_REPOSITORY }) {
      const number = server.requests.length + 1;
      const { client, profile } = createModelClient(CHOICES[wire](server.url));
      const project: ContextSource = { name: "project", environment: async () => facts };
      const agent = createAgent({
        model: client,
        profile,
        tools: codingToolsByForm(),
        protocol,
        tier,
        contextSources: [project],
        ...(dialect !== undefined && { dialect }),
        ...(interactive && { askUser: () => Promise.reject(new Error("Nothing is asked.")) }),
      });
      const { end, message } = await agent.startTask().run("fix the failing test");
      if (end !== "answered") throw new Error(`The run ended otherwise: ${message}`);
      return server.waitForRequest(number);
    },
    close: () => server.close(),
  };
}

/** Tokens as the budgets count them. */
export function tokensOf({ body }: ModelRequest): number {
  return Math.ceil(Buffer.byteLength(body) / 4);
}
