import type { Client } from "../client.js";

export const qwenCode: Client = {
  name: "qwen-code",
  kind: "agent",
  wire: "chat completions",
  package: { name: "@qwen-code/qwen-code", version: "0.24.4" },
  node: 22,
  launch: ({ url, model, prompt, command }) => ({
    argv: [command("qwen"), "--yolo", "--auth-type", "openai", "-m", model, "-p", prompt],
    env: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: "any", OPENAI_MODEL: model },
    files: {
      ".qwen/settings.json": JSON.stringify({
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
        // Without a terminal it misses what a short command prints, now and then on a busy machine.
        tools: { shell: { enableInteractiveShell: true } },
      }),
    },
  }),
  hands: {
    read: (path) => ({ name: "read_file", arguments: { file_path: path } }),
    edit: (path, from, to) => ({ name: "edit", arguments: { file_path: path, old_string: from, new_string: to } }),
    run: (command) => ({ name: "run_shell_command", arguments: { command, is_background: false } }),
  },
};
