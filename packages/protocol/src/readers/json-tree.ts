import { isUnsafeKey } from "../schema/parse-json.js";

/** Arrays and objects that are open, the outermost first, and the keys their next values go to. */
export class JsonTree {
  readonly #containers: (unknown[] | Record<string, unknown>)[] = [];
  /** The key being read in each object; `undefined` where its value is left out, and in arrays. */
  readonly #keys: (string | undefined)[] = [];

  get depth(): number {
    return this.#containers.length;
  }

  get inArray(): boolean {
    return Array.isArray(this.#containers[this.#containers.length - 1]);
  }

  /** In an array or object without members so far. */
  get isEmpty(): boolean {
    const container = this.#containers[this.#containers.length - 1] ?? {};
    return Array.isArray(container) ? container.length === 0 : Object.keys(container).length === 0;
  }

  /** The key that the value at hand has in the outermost object. */
  get outermostKey(): string | undefined {
    return this.#keys[0];
  }

  open(container: unknown[] | Record<string, unknown>): void {
    this.#containers.push(container);
    this.#keys.push(undefined);
  }

  /** Closes the innermost array or object and gives it. */
  close(): unknown {
    this.#keys.pop();
    return this.#containers.pop();
  }

  /** The next value goes to this key. If it may not (said why), the value is left out. */
  setKey(key: string): "kept" | "unsafe" | "repeated" {
    const container = this.#containers[this.#containers.length - 1] ?? {};
    const verdict = isUnsafeKey(key) ? "unsafe" : Object.hasOwn(container, key) ? "repeated" : "kept";
    this.#keys[this.#keys.length - 1] = verdict === "kept" ? key : undefined;
    return verdict;
  }

  add(value: unknown): void {
    const container = this.#containers[this.#containers.length - 1] ?? [];
    const key = this.#keys[this.#keys.length - 1];
    if (Array.isArray(container)) container.push(value);
    else if (key !== undefined) container[key] = value;
  }
}
