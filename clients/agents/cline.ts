import type { Client } from "../client.js";

/** To models named gpt it gives another editing tool. The bridge asks the upstream's model whatever the name. */
const MODEL = "local-model";

/** Its own store for providers, which `cline auth` writes. Without `local` it leaves a daemon behind. */
export const cline: Client = {
  name: "cline",
  kind: "agent",
  wire: "chat completions",
  package: { name: "cline", version: "3.0.65" },
  launch: ({ url, prompt, home, workspace, command }) => ({
    argv: [command("cline"), "--auto-approve", "true", "-P", "openai-compatible", "-m", MODEL, "-c", workspace, prompt],
    env: { CLINE_SESSION_BACKEND_MODE: "local", CLINE_GLOBAL_SETTINGS_PATH: `${home}/global-settings.json` },
    files: {
      "global-settings.json": JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }),
      ".cline/data/settings/providers.json": JSON.stringify({
        version: 1,
        lastUsedProvider: "openai-compatible",
        modes: {},
        providers: {
          "openai-compatible": {
            settings: { provider: "openai-compatible", apiKey: "any", model: MODEL, baseUrl: `${url}/v1` },
            updatedAt: "2026-01-01T00:00:00.000Z",
            tokenSource: "manual",
          },
        },
      }),
    },
  }),
  hands: {
    read: (path) => ({ name: "read_files", arguments: { files: [{ path }] } }),
    edit: (path, from, to) => ({ name: "editor", arguments: { path, old_text: from, new_text: to } }),
    run: (command) => ({ name: "run_commands", arguments: { commands: [command] } }),
  },
};
