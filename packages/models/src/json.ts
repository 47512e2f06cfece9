/** Looking into JSON from a server, of which nothing is known. */

export type JsonRecord = Readonly<Record<string, unknown>>;

/** The value if it is an object, else an empty one. */
export function recordIn(value: unknown): JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The value if it is an array, else an empty one. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The first of the values that is a number above 0. */
export function sizeIn(...values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => typeof value === "number" && value > 0);
}
