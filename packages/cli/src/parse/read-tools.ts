import type { ToolDefinition } from "@millrace/protocol";
import { readFileFor } from "../read-input.js";
import { UsageError } from "../usage-error.js";

/**
 * Reads `--tools FILE`: a JSON array of `{ name, parameters }`, `parameters` a JSON Schema of type object and optional.
 * Throws UsageError naming the file and the entry.
 */
export async function readTools(path: string): Promise<ToolDefinition[]> {
  const text = await readFileFor("The file of --tools", path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error instanceof Error ? error.message : error}.`, { cause: error });
  }
  if (!Array.isArray(value)) throw new UsageError(`${path} must hold a JSON array of { "name", "parameters" }.`);
  return value.map((entry: unknown, index) => {
    if (!isRecord(entry) || typeof entry.name !== "string" || entry.name === "") {
      throw new UsageError(`${path}: entry ${index + 1} has no "name".`);
    }
    const { name, description = "", parameters = { type: "object" } } = entry;
    if (!isRecord(parameters)) throw new UsageError(`${path}: "parameters" of ${name} must be a JSON Schema.`);
    return { name, description: String(description), parameters };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
