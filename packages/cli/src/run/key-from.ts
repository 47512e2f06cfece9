import { UsageError } from "../usage-error.js";

/**
 * What a variable holds that was named for it.
 *
 * @param what for people, e.g. `the API key`
 * @throws UsageError where it is not set, or empty
 */
export function keyFrom(variable: string, what: string, env: NodeJS.ProcessEnv): string {
  const key = env[variable];
  if (key) return key;
  throw new UsageError(
    `The environment variable ${variable}, which should hold ${what}, is ${key === "" ? "empty" : "not set"}.`,
  );
}
