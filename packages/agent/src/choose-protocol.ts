import type { AgentOptions } from "./agent-options.js";
import { MAX_WRONG_NATIVE_CALLS } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";

/** Where nothing is known of the model: one dialect is taught, and whatever it writes is read. */
const DEFAULT_DIALECT = "auto";

/** A change of protocol, for the user and the records. */
export interface ProtocolChange {
  from: "native" | "text";
  to: "native" | "text";
  dialect: string;
  why: string;
}

/**
 * How tools are offered to the model: what was asked for, else what is known of the model, else native with one way
 * back. Only `auto` steps down, once, when the server refuses tools or two native calls came out wrong.
 */
export class ProtocolChoice {
  readonly dialect: string;
  #current: "native" | "text";
  readonly #fixed: boolean;
  #wrongCalls = 0;

  constructor(options: Pick<AgentOptions, "protocol" | "dialect">, profile: ModelProfile) {
    const asked = options.protocol ?? "auto";
    this.dialect = options.dialect ?? profile.dialect?.value ?? DEFAULT_DIALECT;
    this.#current = asked === "auto" ? (profile.protocol?.value ?? "native") : asked;
    this.#fixed = asked !== "auto" || profile.protocol?.from === "user";
  }

  get current(): "native" | "text" {
    return this.#current;
  }

  /** What may still come to be used, this one first. */
  get possible(): readonly ("native" | "text")[] {
    return this.#fixed || this.#current === "text" ? [this.#current] : ["native", "text"];
  }

  /** The server refuses tools. Undefined where nothing else may be tried. */
  stepDown(why: string): ProtocolChange | undefined {
    if (this.possible.length === 1) return undefined;
    this.#current = "text";
    return { from: "native", to: "text", dialect: this.dialect, why };
  }

  /** Takes how many native calls of a message came out wrong and how many right; steps down when it is enough. */
  noteCalls(wrong: number, right: number): ProtocolChange | undefined {
    if (this.#current === "text") return undefined;
    this.#wrongCalls = right > 0 ? 0 : this.#wrongCalls + wrong;
    if (this.#wrongCalls < MAX_WRONG_NATIVE_CALLS) return undefined;
    return this.stepDown(`${this.#wrongCalls} native calls of this model came out wrong`);
  }
}
