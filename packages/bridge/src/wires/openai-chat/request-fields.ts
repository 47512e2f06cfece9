import type { JsonRecord } from "../../json.js";

/** The fields of a request's body, taken one by one; what nobody took is the rest. */
export class RequestFields {
  readonly #left: Map<string, unknown>;

  constructor(body: JsonRecord) {
    this.#left = new Map(Object.entries(body));
  }

  /** The fields that were not taken, as they came. */
  get rest(): JsonRecord {
    return Object.fromEntries(this.#left);
  }

  /** What the field says; undefined where it is absent, null, or not understood: then it stays among the rest. */
  take<T>(name: string, understood: (value: unknown) => T | undefined): T | undefined {
    const value = this.#left.get(name) ?? undefined;
    const said = value === undefined ? undefined : understood(value);
    if (value === undefined || said !== undefined) this.#left.delete(name);
    return said;
  }
}
