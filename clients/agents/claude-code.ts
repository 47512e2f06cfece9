import type { Client } from "../client.js";

export const claudeCode: Client = {
  name: "claude-code",
  kind: "agent",
  wire: "messages",
  package: { name: "@anthropic-ai/claude-code", version: "2.1.332" },
  launch: ({ url, model, prompt, command }) => ({
    argv: [command("claude"), "-p", "--model", model, "--dangerously-skip-permissions", prompt],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: "any",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // It refuses to skip permissions as root elsewhere.
      IS_SANDBOX: "1",
    },
  }),
  hands: {
    read: (path) => ({ name: "Read", arguments: { file_path: path } }),
    edit: (path, from, to) => ({ name: "Edit", arguments: { file_path: path, old_string: from, new_string: to } }),
    run: (command) => ({ name: "Bash", arguments: { command, description: "Check the mill" } }),
  },
};
