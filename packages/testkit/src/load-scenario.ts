import { readFile } from "node:fs/promises";
import { checkScenario } from "./check-scenario.js";
import type { Scenario } from "./scenario.js";
import { TestkitError } from "./testkit-error.js";

/**
 * Reads a scenario from a JSON file. Throws {@link TestkitError} `invalid_scenario`, naming the file, when it cannot be
 * read, is not JSON or is no scenario.
 *
 * @example
 * const server = await startModelServer({ scenario: await loadScenario("scenario.json") });
 */
export async function loadScenario(file: string | URL): Promise<Scenario> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    checkScenario(value);
    return value;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new TestkitError("invalid_scenario", `${file}: ${why}`, { cause: error });
  }
}
