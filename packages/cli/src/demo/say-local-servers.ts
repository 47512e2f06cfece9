import { findLocalServers } from "@millrace/models";
import { shellWord } from "../output/shell-word.js";
import type { Terminal } from "../output/terminal.js";

/** Names the model servers that run on this machine and what to type to use them. */
export async function sayLocalServers(terminal: Terminal): Promise<void> {
  const servers = await findLocalServers({ env: process.env });
  if (servers.length === 0) {
    terminal.note("No local model server was found (Ollama, LM Studio, llama.cpp, vLLM on their usual ports).");
    terminal.note(
      "With one, or with --base-url: millrace demo --model PROVIDER/NAME runs the same task on your model.",
    );
    return;
  }
  for (const { provider, baseUrl, models } of servers) {
    terminal.note(
      `Found ${provider} at ${baseUrl} with ${models.length === 1 ? "1 model" : `${models.length} models`}.`,
    );
  }
  const { provider, models } = servers.find((server) => server.models.length > 0) ?? { provider: "", models: [] };
  const [first] = models;
  if (first) {
    terminal.note(`The same task on your own model: millrace demo --model ${shellWord(`${provider}/${first}`)}`);
  }
}
