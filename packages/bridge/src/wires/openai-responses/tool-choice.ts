import type { ToolChoice } from "@millrace/agent";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { CLIENT_TOOLS } from "./client-tools.js";
import { nameInNamespace } from "./offered-tools.js";

/** What `tool_choice` comes to. `allowed`: names of the only tools that may be called, where the client says so. */
export interface ChosenTools {
  choice?: ToolChoice;
  allowed?: ReadonlySet<string>;
}

/** Understands `tool_choice` in all its forms. A choice of what the bridge does not run, or of no known form, is none. */
export function readToolChoice(value: unknown): ChosenTools {
  if (value === "auto" || value === "none" || value === "required") return { choice: value };
  if (!isRecord(value)) return {};
  // The chat wire has the list one level lower.
  const allowed = isRecord(value.allowed_tools) ? value.allowed_tools : value;
  if (value.type === "allowed_tools") return allowedTools(allowed);
  const name = chosenName(value);
  return name === undefined ? {} : { choice: { name } };
}

function allowedTools({ tools, mode }: JsonRecord): ChosenTools {
  const names = listIn(tools).flatMap((tool) => (isRecord(tool) ? (chosenName(tool) ?? []) : []));
  const [only] = names;
  if (mode === "required" && names.length === 1 && only !== undefined) return { choice: { name: only } };
  return { choice: mode === "required" ? "required" : "auto", allowed: new Set(names) };
}

function chosenName(tool: JsonRecord): string | undefined {
  const fields = isRecord(tool.function) ? tool.function : isRecord(tool.custom) ? tool.custom : tool;
  const name = textIn(fields.name);
  if (name !== undefined) return nameInNamespace(textIn(fields.namespace), name);
  return CLIENT_TOOLS.find(({ type }) => type === tool.type)?.name;
}
