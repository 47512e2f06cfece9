import type { Client } from "../client.js";

export const opencode: Client = {
  name: "opencode",
  kind: "agent",
  wire: "chat completions",
  package: { name: "opencode-ai", version: "1.18.33" },
  launch: ({ url, model, prompt, command }) => ({
    argv: [command("opencode"), "run", "--auto", "-m", `millrace/${model}`, prompt],
    env: {
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
      OPENCODE_PURE: "1",
    },
    files: {
      ".config/opencode/opencode.json": JSON.stringify({
        autoupdate: false,
        share: "disabled",
        permission: "allow",
        provider: {
          millrace: {
            npm: "@ai-sdk/openai-compatible",
            name: "Millrace",
            options: { baseURL: `${url}/v1`, apiKey: "any" },
            models: { [model]: { name: model, tool_call: true, limit: { context: 131_072, output: 8192 } } },
          },
        },
      }),
    },
  }),
  hands: {
    read: (filePath) => ({ name: "read", arguments: { filePath } }),
    edit: (filePath, oldString, newString) => ({ name: "edit", arguments: { filePath, oldString, newString } }),
    run: (command) => ({ name: "bash", arguments: { command } }),
  },
};
