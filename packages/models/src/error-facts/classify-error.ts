import { type ErrorKind, type ModelErrorFacts, redact } from "@millrace/agent";
import { MAX_SHOWN_CHARS, MIN_TOLD_WAIT_MS } from "../limits.js";
import type { Provider } from "../provider.js";
import { providerNamed } from "../providers.js";
import { inWords } from "./durations.js";
import type { ErrorFact } from "./error-fact.js";
import { ERROR_FACTS } from "./error-tables.js";
import type { Failure } from "./failure.js";
import { type FailureText, readFailure } from "./read-failure.js";
import { tokenNumbers } from "./token-numbers.js";
import { quotaResetMs, retryAfterMs } from "./waits.js";

/** What the remedy names, where it is known, and what must never be shown. */
export interface FailureContext {
  model?: string;
  /** The base URL that was asked. */
  address?: string;
  /** Values that must not appear in a message, whatever the server echoes. */
  secrets?: readonly string[];
  /** The proxy that the request went through: its address without credentials, and the variable that names it. */
  proxy?: { address: string; variable: string };
  /** Milliseconds since 1970, for a Retry-After that is a date. Default: now. */
  now?: number;
}

/**
 * What kind of failure this is, whether the same request may be sent again, and what the user can do.
 *
 * The first fact of the tables that fits decides; without one it is `unknown`, retryable where no 4xx said no. Never
 * throws. Looks at 64 KB of the body at most, in time linear in its size.
 *
 * @example
 * classifyError({ provider: "ollama", phase: "first-byte", status: 404, body: '{"error":"model \'a\' not found"}' }, { model: "a" })
 * // { kind: "invalid_request", retryable: false, remedy: "Run `ollama pull a` first, …", … }
 */
export function classifyError(failure: Failure, context: FailureContext = {}): ModelErrorFacts & { message: string } {
  const text = readFailure(failure);
  const fact = factFor(failure, text);
  const status = text.status === 200 ? undefined : text.status;
  const kind = fact?.kind ?? "unknown";
  const { retryAfter, reset } = waits(kind, failure, text, context.now ?? Date.now());
  return {
    kind,
    phase: failure.phase,
    retryable: fact?.retryable ?? (status === undefined || status >= 500),
    provider: failure.provider,
    remedy:
      remedy(fact?.remedy ?? "See what {server} says; its log may say more.", failure, context) +
      (reset === undefined ? "" : ` It is renewed in ${inWords(reset)}.`) +
      (retryAfter === undefined || retryAfter < MIN_TOLD_WAIT_MS ? "" : ` It asks to wait ${inWords(retryAfter)}.`),
    message: capitalised(messageOf(failure, text, context)),
    ...(status !== undefined && { status }),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
    ...(reset !== undefined && { resetMs: reset }),
    ...(kind === "context_overflow" && tokenNumbers(text)),
    ...(fact?.toolsUnsupported && { toolsUnsupported: true as const }),
  };
}

/** A quota is not waited for, but it is worth knowing when it is renewed. */
function waits(
  kind: ErrorKind,
  { headers = {} }: Failure,
  text: FailureText,
  now: number,
): { retryAfter?: number | undefined; reset?: number | undefined } {
  if (kind === "quota" || kind === "spend_limit") return { reset: quotaResetMs(headers, text, now) };
  return { retryAfter: retryAfterMs(headers, text, now) };
}

/** The first fact of the tables that fits. */
export function factFor(failure: Failure, text: FailureText): ErrorFact | undefined {
  return ERROR_FACTS.find((fact) => fits(fact, failure, text));
}

/** Whether each condition of a fact holds; of its codes and words one is enough. */
export function fits(fact: ErrorFact, failure: Failure, text: FailureText): boolean {
  const { status, codes, says, causeCodes, providers, local, html, empty, malformed, foreign } = fact;
  if (fact.atProxy !== failure.atProxy) return false;
  if (status && (text.status === undefined || !status.includes(text.status))) return false;
  if (causeCodes && (failure.causeCode === undefined || !causeCodes.includes(failure.causeCode))) return false;
  if (providers && !providers.includes(failure.provider)) return false;
  if (local !== undefined && local !== (failure.local ?? false)) return false;
  if (fact.answeredBefore && !failure.answeredBefore) return false;
  if (html && !text.html) return false;
  if (empty && !text.empty) return false;
  if (malformed && !failure.malformed) return false;
  if (foreign && !failure.foreign) return false;
  if (!codes && !says) return true;
  return (codes?.some((code) => text.codes.has(code)) ?? false) || (says?.test(text.said) ?? false);
}

function remedy(template: string, failure: Failure, context: FailureContext): string {
  const provider = providerNamed(failure.provider);
  const values: Readonly<Record<string, string>> = {
    server: provider?.title ?? "the server",
    model: context.model ?? "the model",
    address: context.address ?? provider?.baseUrl ?? "the server's address",
    host: hostOf(context.address ?? provider?.baseUrl),
    proxy: context.proxy?.address ?? "on the way",
    variable: context.proxy?.variable ?? "HTTPS_PROXY",
    start: provider?.start ?? "Start it, or check the address.",
    // A key goes to the provider's own address only; elsewhere its variable is not read.
    key:
      provider?.keyVariable && isOwnAddress(provider, context.address)
        ? `Set ${provider.keyVariable}, or name another variable with --api-key-env.`
        : "Name the variable that holds it with --api-key-env.",
  };
  return capitalised(template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole));
}

function isOwnAddress({ baseUrl }: Provider, address: string | undefined): boolean {
  if (address === undefined || baseUrl === undefined) return true;
  return URL.canParse(address) && new URL(address).origin === new URL(baseUrl).origin;
}

function hostOf(address: string | undefined): string {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : "the server";
}

/** A sentence may begin with "the server"; with a name or an address, which stays as it is. */
function capitalised(sentence: string): string {
  return sentence.replace(/^the\b/, "The");
}

/** What Node says of a connection that ended, which reads as if the user had ended it. */
const NODE_WORDS: Readonly<Record<string, string>> = {
  aborted: "it was closed in the middle of the answer",
  "socket hang up": "it was closed before an answer came",
};

function messageOf(failure: Failure, text: FailureText, context: FailureContext): string {
  const server = providerNamed(failure.provider)?.title ?? failure.provider;
  const shown = redact(text.message, context.secrets ?? [])
    .replace(/\s+/g, " ")
    .slice(0, MAX_SHOWN_CHARS);
  const at = context.address ? ` at ${context.address}` : "";
  if (failure.atProxy) {
    const proxy = context.proxy ? `${context.proxy.address} (${context.proxy.variable})` : "on the way";
    return text.status
      ? `The proxy ${proxy}, asked for ${server}${at}, answered ${text.status}${shown === "" ? "" : `: ${shown}`}`
      : `No connection to the proxy ${proxy}, through which ${server}${at} is reached: ${shown || failure.causeCode || "no reason given"}`;
  }
  if (failure.malformed) return `${server} sent what cannot be read: ${shown}`;
  if (failure.causeCode !== undefined || !failure.status) {
    const before = failure.phase === "connect" ? "No connection to" : "The connection broke to";
    return `${before} ${server}${at}: ${NODE_WORDS[shown] ?? (shown || failure.causeCode || "no reason given")}`;
  }
  const answer = text.status === 200 ? `${server} reported an error` : `${server} answered ${text.status}`;
  if (text.html) {
    // Whose page it is cannot be told where a proxy passes requests on.
    const { proxy } = context;
    const through = proxy ? `, asked through the proxy ${proxy.address} (${proxy.variable}),` : "";
    return `${server}${through} answered ${text.status} with ${shown} instead of JSON`;
  }
  if (failure.foreign) return `${server} sent what is no answer of a model${shown === "" ? "" : `: ${shown}`}`;
  return shown === "" ? `${answer} and said nothing` : `${answer}: ${shown}`;
}
