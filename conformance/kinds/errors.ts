import type { ErrorKind, RequestPhase } from "@millrace/agent";
import { classifyError } from "@millrace/models";
import type { Kind, Line, Outcome } from "../kind.js";

/** A line of `errors`; the README of the cases says what the fields mean. */
interface ErrorCase extends Line {
  readonly given: {
    readonly provider: string;
    readonly phase: string;
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly errorMessage?: string;
    readonly causeCode?: string;
    /** The time of the answer, ISO 8601. */
    readonly now?: string;
  };
  readonly expect: {
    readonly class: ErrorKind;
    readonly alsoOk?: readonly ErrorKind[];
    readonly retryable: boolean;
    readonly retryAfterMs?: number;
    readonly limitTokens?: number;
    readonly usedTokens?: number;
    readonly resetMs?: number;
  };
}

/** What our provider table calls theirs; a name that is in neither is passed on as it is. */
const PROVIDERS: Readonly<Record<string, string>> = {
  any: "custom",
  "openai-compatible": "custom",
  "llama.cpp": "llamacpp",
  "openai-codex": "openai",
};

/** Their words for how far a request had come. A reason of the end (`finish`) is no failed request. */
const PHASES: Readonly<Record<string, RequestPhase>> = { http: "first-byte", stream: "stream", transport: "connect" };

const BONUS = ["limitTokens", "usedTokens", "resetMs"] as const;

/** What each provider's error becomes: kind, whether it may be sent again, the wait, and the numbers it names. */
export const ERRORS: Kind = {
  name: "errors",
  folder: "cases",
  file: "errors.jsonl",

  async run({ given, expect }: ErrorCase): Promise<Outcome> {
    const phase = PHASES[given.phase];
    if (phase === undefined) return { status: "not-yet", detail: `phase ${given.phase}` };
    const { provider, now, ...answer } = given;
    const known = PROVIDERS[provider] ?? provider;
    const facts = classifyError(
      { ...answer, provider: known, phase },
      now === undefined ? {} : { now: Date.parse(now) },
    );
    const wrong: string[] = [];
    const compare = (what: string, is: unknown, expected: unknown) => {
      if (is !== expected) wrong.push(`${what} is ${is}, not ${expected}`);
    };
    if (!expect.alsoOk?.includes(facts.kind)) compare("kind", facts.kind, expect.class);
    compare("retryable", facts.retryable, expect.retryable);
    compare("retryAfterMs", facts.retryAfterMs ?? 0, expect.retryAfterMs ?? 0);
    for (const field of BONUS) {
      if (expect[field] !== undefined) compare(field, facts[field], expect[field]);
    }
    if (!/\w.*\.$/.test(facts.remedy)) wrong.push("there is no remedy");
    return wrong.length === 0 ? { status: "passed" } : { status: "failed", detail: wrong.join("; ") };
  },
};
