import type { Client } from "../client.js";

/** To models that it takes for capable by their name it gives another editing tool. The bridge asks the upstream's model whatever the name. */
const MODEL = "local-model";

export const continueCli: Client = {
  name: "continue",
  kind: "agent",
  wire: "chat completions",
  package: { name: "@continuedev/cli", version: "1.5.47" },
  launch: ({ url, prompt, home, command }) => ({
    argv: [command("cn"), "-p", "--auto", "--config", `${home}/config.yaml`, prompt],
    env: { CONTINUE_TELEMETRY_ENABLED: "0", CONTINUE_METRICS_ENABLED: "0" },
    files: {
      "config.yaml": [
        "name: millrace",
        "version: 1.0.0",
        "schema: v1",
        "models:",
        `  - name: "${MODEL}"`,
        "    provider: openai",
        `    model: "${MODEL}"`,
        `    apiBase: ${url}/v1`,
        "    apiKey: any",
        "    roles: [chat]",
        "    capabilities: [tool_use]",
        "",
      ].join("\n"),
    },
  }),
  hands: {
    read: (filepath) => ({ name: "Read", arguments: { filepath } }),
    edit: (path, from, to) => ({ name: "Edit", arguments: { file_path: path, old_string: from, new_string: to } }),
    run: (command) => ({ name: "Bash", arguments: { command } }),
  },
};
