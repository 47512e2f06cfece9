import type { Client, Hands } from "../client.js";

const BASE: Omit<Client, "name" | "launch" | "hands"> = {
  kind: "agent",
  wire: "responses",
  package: { name: "@openai/codex", version: "0.171.0" },
};

/** It reads through its shell. */
const SHELL = {
  read: (file: string) => ({ name: "exec_command", arguments: { cmd: `cat ${file}` } }),
  run: (command: string) => ({ name: "exec_command", arguments: { cmd: command } }),
};

/** A model of its own by name, which it gives a patch tool that takes plain text: the bridge asks the upstream's model anyway. */
export const codexWithPatches = codex("codex, as gpt-5.5", () => "gpt-5.5", {
  ...SHELL,
  edit: (file, from, to) => ({
    name: "apply_patch",
    arguments: { input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch\n` },
  }),
});

/** A model that it does not know: it edits through its shell, too. */
export const codexByShell = codex("codex", (model) => model, {
  ...SHELL,
  edit: (file, from, to) => ({
    name: "exec_command",
    arguments: { cmd: `sed -i -f - ${file} <<'END'\ns|${escaped(from)}|${escaped(to)}|\nEND` },
  }),
});

function codex(name: string, modelOf: (model: string) => string, hands: Hands): Client {
  return {
    ...BASE,
    name,
    launch: ({ url, model, prompt, command }) => ({
      argv: [command("codex"), "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", prompt],
      env: { MILLRACE_KEY: "any" },
      files: {
        ".codex/config.toml": [
          `model = "${modelOf(model)}"`,
          'model_provider = "millrace"',
          "check_for_update_on_startup = false",
          "[analytics]",
          "enabled = false",
          "[model_providers.millrace]",
          'name = "Millrace"',
          `base_url = "${url}/v1"`,
          'wire_api = "responses"',
          'env_key = "MILLRACE_KEY"',
          "",
        ].join("\n"),
      },
    }),
    hands,
  };
}

/** What has a meaning in sed's basic expressions and in what it puts in their place. */
function escaped(text: string): string {
  return text.replace(/[\\.*[^$&|]/g, "\\$&");
}
