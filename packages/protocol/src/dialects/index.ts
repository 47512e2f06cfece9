import { InvalidOptionError } from "../errors.js";
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
 * @throws InvalidOptionError naming the known ones if there is none.
 */
export function getDialect(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) {
    throw new InvalidOptionError("dialect", `There is no dialect "${name}". Known: ${dialectNames.join(", ")}.`);
  }
  return dialect;
}
