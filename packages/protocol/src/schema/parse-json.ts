import { MAX_JSON_DEPTH } from "../limits.js";

const UNSAFE_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Whether code that copies objects key by key could reach a prototype through this key. Such keys are never set on a
 * value that came from a model: they are left out.
 */
export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

/**
 * Parses strict JSON. Gives a box with the value, less its unsafe keys; `undefined` if the text is no JSON or is nested
 * deeper than {@link MAX_JSON_DEPTH}. Never throws. Linear in the text.
 */
export function parseJson(text: string): { value: unknown } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: the caller keeps the text, and the validator says what is wrong with it.
    return undefined;
  }
  return removeUnsafeKeys(value) ? { value } : undefined;
}

/** Walks with a stack of its own, as the nesting is the model's choice. False if it is too deep. */
function removeUnsafeKeys(root: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_JSON_DEPTH) return false;
    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && isUnsafeKey(key)) Reflect.deleteProperty(value, key);
      else if (typeof inner === "object") waiting.push({ value: inner, depth: depth + 1 });
    }
  }
  return true;
}
