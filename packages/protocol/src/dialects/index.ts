import { InvalidOptionError } from "../errors.js";
import { nearestName } from "../nearest-name.js";
import { ALL_DIALECTS } from "./all-dialects.js";
import { auto } from "./auto.js";
import type { Dialect } from "./dialect.js";

const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  [...ALL_DIALECTS, auto].map((dialect) => [dialect.name, dialect]),
);

/** Names of the dialects there are, as `createParser` and `renderTools` take them. */
export const dialectNames: readonly string[] = [...DIALECTS.keys()];

/**
 * The dialect of that name.
 *
 * @throws InvalidOptionError if there is none, naming the one that was probably meant, else all there are.
 */
export function getDialect(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) {
    // From JavaScript anything may come.
    const nearest = nearestName(String(name), dialectNames);
    const hint = nearest === undefined ? `Known: ${dialectNames.join(", ")}.` : `Did you mean "${nearest}"?`;
    throw new InvalidOptionError("dialect", `There is no dialect "${name}". ${hint}`);
  }
  return dialect;
}
