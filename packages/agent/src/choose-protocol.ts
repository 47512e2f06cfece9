import type { AgentOptions } from "./agent-options.js";
import { MAX_WRONG_CALLS } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";

/** Where nothing is known of the model: one dialect is taught, and whatever it writes is read. */
const DEFAULT_DIALECT = "auto";
/** Taught next where nothing is known of the model: the forms that most models have seen most of, and so write best. */
export const COMMON_DIALECTS: readonly string[] = ["hermes", "markdown-json"];

/** A way of offering tools to a model. */
export interface ProtocolWay {
  protocol: "native" | "text";
  /** The dialect that is taught, or that history is written in. */
  dialect: string;
}

/** A change of protocol or dialect, for the user and the records. */
export interface ProtocolChange {
  from: "native" | "text";
  to: "native" | "text";
  dialectBefore: string;
  dialect: string;
  why: string;
}

/**
 * How tools are offered to the model: what was asked for, else what is known of the model, else native first. Only what
 * nobody fixed steps down, a step at a time: from native calls to text where the server refuses tools, and to the next way
 * where two calls in a row came out wrong. There is no way up, and behind the last way nothing.
 */
export class ProtocolChoice {
  /** Those that may still come to be used, the present one first. */
  #ways: readonly [ProtocolWay, ...ProtocolWay[]];
  /** The dialect whose calls are read: all of them, unless the user chose one. */
  readonly reads: string;
  #wrongCalls = 0;

  constructor(options: Pick<AgentOptions, "protocol" | "dialect">, profile: ModelProfile) {
    const { protocol: asked = "auto" } = options;
    const known = profile.protocol?.value ?? "native";
    const first = asked === "auto" ? known : asked;
    const isFixed = asked !== "auto" || profile.protocol?.from === "user";
    const [dialect, ...others] = dialectsOf(options.dialect, profile);
    const text = [dialect, ...others].map((name): ProtocolWay => ({ protocol: "text", dialect: name }));
    const [taught = { protocol: "text", dialect }, ...rest] = text;
    this.reads = options.dialect ?? (profile.dialect?.from === "user" ? dialect : DEFAULT_DIALECT);
    if (first === "text") this.#ways = [taught, ...rest];
    else this.#ways = [{ protocol: "native", dialect }, ...(isFixed ? [] : text)];
  }

  get current(): ProtocolWay {
    return this.#ways[0];
  }

  get possible(): readonly [ProtocolWay, ...ProtocolWay[]] {
    return this.#ways;
  }

  /** The server refuses tools. Undefined where nothing else may be tried. */
  stepDown(why: string): ProtocolChange | undefined {
    const [before, next, ...rest] = this.#ways;
    if (next === undefined) return undefined;
    this.#ways = [next, ...rest];
    this.#wrongCalls = 0;
    return {
      from: before.protocol,
      to: next.protocol,
      dialectBefore: before.dialect,
      dialect: next.dialect,
      why,
    };
  }

  /** Takes how many calls of a message came out wrong and how many right; steps down when it is enough. */
  noteCalls(wrong: number, right: number): ProtocolChange | undefined {
    this.#wrongCalls = right > 0 ? 0 : this.#wrongCalls + wrong;
    if (this.#wrongCalls < MAX_WRONG_CALLS) return undefined;
    const { protocol } = this.current;
    return this.stepDown(
      `${this.#wrongCalls} ${protocol === "native" ? "native calls" : "calls"} of this model came out wrong`,
    );
  }
}

/** The dialect to begin with, and those behind it. */
function dialectsOf(asked: string | undefined, { dialect, otherDialects }: ModelProfile): [string, ...string[]] {
  if (asked !== undefined) return [asked];
  const first = dialect?.value ?? DEFAULT_DIALECT;
  if (dialect?.from === "user") return [first];
  const others = new Set([...(otherDialects?.value ?? COMMON_DIALECTS), DEFAULT_DIALECT]);
  others.delete(first);
  return [first, ...others];
}
