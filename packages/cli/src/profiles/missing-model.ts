import { nearestName } from "@millrace/protocol";
import { shellWord } from "../output/shell-word.js";
import { UsageError } from "../usage-error.js";

/** How a model is got that a server does not have. */
const WAYS: Readonly<Record<string, (model: string) => string>> = {
  ollama: (model) => `Get it with \`ollama pull ${shellWord(model)}\``,
  lmstudio: (model) => `Get it with \`lms get ${shellWord(model)}\``,
  vllm: (model) => `Start its server with it: \`vllm serve ${shellWord(model)}\``,
};

/** Models that are named in an error, of those that there are. */
const SHOWN = 10;

/** The server does not have the model, and says what it has. */
export function missingModel(id: string, address: string, listed: readonly string[]): UsageError {
  const slash = id.indexOf("/");
  const [provider, model] = [id.slice(0, slash), id.slice(slash + 1)];
  const nearest = nearestName(model, listed);
  const meant = nearest === undefined ? "" : ` Did you mean ${shellWord(`${provider}/${nearest}`)}?`;
  const way = WAYS[provider]?.(model) ?? "Load it there";
  const more = listed.length > SHOWN ? `, and ${listed.length - SHOWN} more` : "";
  const others =
    listed.length === 0
      ? " It has no model yet."
      : ` It has: ${listed
          .slice(0, SHOWN)
          .map((name) => shellWord(`${provider}/${name}`))
          .join(", ")}${more}.`;
  return new UsageError(`--model ${id}: the server at ${address} has no such model.${meant} ${way}.${others}`);
}
