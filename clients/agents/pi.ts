import type { Client } from "../client.js";

export const pi: Client = {
  name: "pi",
  kind: "agent",
  wire: "chat completions",
  package: { name: "@earendil-works/pi-coding-agent", version: "1.6.0" },
  node: 22,
  launch: ({ url, model, prompt, command }) => ({
    argv: [command("pi"), "-p", "--provider", "millrace", "--model", model, prompt],
    env: { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" },
    files: {
      ".pi/agent/models.json": JSON.stringify({
        providers: {
          millrace: {
            baseUrl: `${url}/v1`,
            apiKey: "any",
            api: "openai-completions",
            models: [{ id: model, name: model, input: ["text"], contextWindow: 131_072, maxTokens: 8192 }],
          },
        },
      }),
    },
  }),
  hands: {
    read: (path) => ({ name: "read", arguments: { path } }),
    edit: (path, oldText, newText) => ({ name: "edit", arguments: { path, edits: [{ oldText, newText }] } }),
    run: (command) => ({ name: "bash", arguments: { command } }),
  },
};
