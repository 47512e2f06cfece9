import { failureExitCode } from "../../packages/agent/src/exit-codes.js";
import type { ErrorKind } from "../../packages/agent/src/model-error.js";
import { classifyError } from "../../packages/models/src/error-facts/classify-error.js";
import { inWords } from "../../packages/models/src/error-facts/durations.js";
import type { ErrorFact, Sample } from "../../packages/models/src/error-facts/error-fact.js";
import { ERROR_TABLES, type ErrorTable } from "../../packages/models/src/error-facts/error-tables.js";
import { readFailure } from "../../packages/models/src/error-facts/read-failure.js";
import { providerNamed } from "../../packages/models/src/providers.js";

const BEGIN = "<!-- Made by `npm run docs:providers` from packages/models/src/error-facts/tables: begin -->";
const END = "<!-- Made by `npm run docs:providers`: end -->";

/** What a kind means, for people. */
const KINDS: Readonly<Record<ErrorKind, string>> = {
  auth: "the key is missing or not accepted",
  quota: "what was bought or given is used up; waiting seconds is no help",
  spend_limit: "a limit that the owner of the account set",
  entitlement: "the plan, the country or the account does not include this",
  rate_limit: "too many requests or tokens in a short time",
  overloaded: "the server is busy, loading, down, or had a fault",
  network: "no connection, a broken one, or something else answers there",
  timeout: "no answer in time",
  context_overflow: "the request is larger than the model's window",
  invalid_request: "the server or the model does not take this request",
  content_filter: "the content is refused",
  unknown: "anything else",
};

/** Who says it, where the provider table has no such name. */
const TITLES: Readonly<Record<string, string>> = {
  custom: "any",
  azure: "Azure",
  bedrock: "Bedrock",
  cloudflare: "Cloudflare",
  "github-copilot": "GitHub Copilot",
  "github-models": "GitHub Models",
  koboldcpp: "KoboldCpp",
  litellm: "LiteLLM",
  "llama-cpp-python": "llama-cpp-python",
  minimax: "MiniMax",
  nvidia: "NVIDIA",
  sglang: "SGLang",
  vercel: "Vercel",
  vertex: "Vertex AI",
};

const SHOWN_CHARS = 150;
/** The samples' dates are of this day. */
const NOW = Date.parse("2026-01-01T00:00:00Z");

/** The page with its generated part made anew. Throws where the page has no marks. */
export function withErrorSection(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The page has no lines "${BEGIN}" and "${END}" around what is made.`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${errorSection()}\n${page.slice(end)}`;
}

function errorSection(): string {
  return [kindTable(), ...ERROR_TABLES.map(family)].join("\n");
}

function kindTable(): string {
  const rows = Object.entries(KINDS).map(
    ([kind, meaning]) => `| \`${kind}\` | ${failureExitCode(kind as ErrorKind)} | ${meaning} |`,
  );
  return ["## Kinds", "", "| kind | exit code | means |", "| --- | --: | --- |", ...rows, ""].join("\n");
}

function family({ title, facts }: ErrorTable): string {
  const head = ["| who and what | kind, exit code | sent again | what to do |", "| --- | --- | --- | --- |"];
  return [`## ${title}`, "", ...head, ...facts.map(row), ""].join("\n");
}

function row(fact: ErrorFact): string {
  const [sample] = fact.samples;
  const address = providerNamed(sample.provider)?.baseUrl ?? "http://SERVER/v1";
  const proxy = { address: "http://PROXY:PORT", variable: "HTTPS_PROXY" };
  const { kind, remedy } = classifyError(sample, { model: "MODEL", address, proxy, now: NOW });
  const cells = [fact.samples.map(shown).join("<br>"), `\`${kind}\`, ${failureExitCode(kind)}`, again(fact), remedy];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function again({ kind, retryable, toolsUnsupported, samples: [sample] }: ErrorFact): string {
  if (kind === "context_overflow") return "once, made to fit";
  if (toolsUnsupported) return "with calls in text";
  if (!retryable) return "no";
  const { retryAfterMs } = classifyError(sample, { now: NOW });
  return retryAfterMs === undefined ? "yes" : `yes, after ${inWords(retryAfterMs)}`;
}

/** Such as: OpenAI 400: `max_tokens is too large`. */
function shown(sample: Sample): string {
  const { provider, phase, status, causeCode, errorMessage, atProxy } = sample;
  const who = atProxy ? "a proxy" : (TITLES[provider] ?? providerNamed(provider)?.title ?? provider);
  const answer = phase === "stream" ? "in a stream" : status;
  const what = causeCode ?? (errorMessage === undefined || atProxy ? answer : undefined);
  return `${who}${what === undefined ? "" : ` ${what}`}: ${code(readFailure(sample).message)}`;
}

/** As code in a table, whatever is in it. */
function code(text: string): string {
  const line = text.replace(/\s+/g, " ");
  const short = line.length > SHOWN_CHARS ? `${line.slice(0, SHOWN_CHARS).trimEnd()} …` : line;
  if (short === "") return "nothing";
  return short.includes("`") ? `\`\` ${short} \`\`` : `\`${short}\``;
}
