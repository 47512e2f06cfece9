import { type ErrorKind, isModelError, ModelError, type RequestPhase } from "@millrace/agent";
import { isLocalHost, showUrl } from "../base-url.js";
import { classifyError } from "../error-facts/classify-error.js";
import type { Failure } from "../error-facts/failure.js";
import { failureOf } from "../error-facts/failure-of.js";
import { jsonOf, recordIn } from "../json.js";

/** What is known of a request that failed. */
export interface FailedCall {
  /** Of the model, e.g. `anthropic.messages`. */
  provider: string;
  modelId: string;
  phase: RequestPhase;
  /** An earlier request of the same client was answered. */
  answeredBefore: boolean;
  /** Values that must not appear in a message. */
  secrets: readonly string[];
}

/**
 * Why a model of the AI SDK failed: whatever was thrown, or stood in a part `error`. What a package says before it sends
 * anything is told by the error's name, everything else by the tables of all servers.
 */
export function modelFailure(thrown: unknown, call: FailedCall): ModelError {
  if (isModelError(thrown)) return thrown;
  const provider = shortName(call.provider);
  const fault = NOT_SENT.find(({ name }) => name === nameOf(thrown));
  if (fault) {
    const { kind, remedy } = fault;
    const facts = { kind, phase: "connect", retryable: false, provider, remedy } as const;
    return new ModelError(messageOf(thrown), facts, { cause: thrown });
  }
  const url = addressOf(thrown);
  const failure = failureFrom(thrown, {
    provider,
    phase: call.phase,
    ...(url && isLocalHost(url) && { local: true }),
    ...(call.answeredBefore && { answeredBefore: true }),
  });
  // The package does not say when a connection stood: where an answer came it did.
  const phase = call.phase === "connect" && failure.status !== undefined ? "first-byte" : call.phase;
  const { message, ...facts } = classifyError(
    { ...failure, phase },
    {
      model: call.modelId,
      secrets: call.secrets,
      ...(url && { address: showUrl(url) }),
    },
  );
  return new ModelError(message, facts, { cause: thrown });
}

/** Errors of `@ai-sdk/provider` that are thrown before anything is sent. */
export const NOT_SENT: readonly { name: string; kind: ErrorKind; remedy: string }[] = [
  {
    name: "AI_LoadAPIKeyError",
    kind: "auth",
    remedy: "Set the variable that it names, or name another one that holds the key with --api-key-env.",
  },
  {
    name: "AI_LoadSettingError",
    kind: "invalid_request",
    remedy: "Set the variable that it names: the package cannot do without.",
  },
  {
    name: "AI_NoSuchModelError",
    kind: "invalid_request",
    remedy: "Look at the name of the model: the package has none of this name.",
  },
  {
    name: "AI_UnsupportedFunctionalityError",
    kind: "invalid_request",
    remedy: "Choose another model, or leave out what it says: the package cannot send it.",
  },
  {
    name: "AI_InvalidPromptError",
    kind: "invalid_request",
    remedy: "Update the package: it does not take a conversation that others take.",
  },
  {
    name: "AI_InvalidArgumentError",
    kind: "invalid_request",
    remedy: "Look at the package's settings: it does not take what it was given.",
  },
];

/** Errors of `@ai-sdk/provider` about what cannot be read, and where each keeps it. */
const UNREADABLE: Readonly<Record<string, string>> = {
  AI_JSONParseError: "text",
  AI_TypeValidationError: "value",
  AI_InvalidResponseDataError: "data",
  AI_EmptyResponseBodyError: "message",
};

function failureFrom(thrown: unknown, known: Pick<Failure, "provider" | "phase"> & Partial<Failure>): Failure {
  const field = UNREADABLE[nameOf(thrown)];
  if (field !== undefined) {
    const record = recordOf(thrown);
    return { ...known, status: 200, body: inText(record[field] ?? record.message), malformed: true };
  }
  // What stood in the stream: the server's own error object, or only its sentence.
  if (!(thrown instanceof Error)) return { ...known, status: 200, body: jsonOf({ error: thrown }) };
  return failureOf(thrown, known);
}

/** The first part of `anthropic.messages`, which is a name of the provider table where that has it. */
function shortName(provider: string): string {
  return provider.split(".")[0] || "AI SDK";
}

/** Of the endpoint that an APICallError names, without its query. */
function addressOf(thrown: unknown): URL | undefined {
  const { url } = recordOf(thrown);
  return typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
}

function nameOf(thrown: unknown): string {
  const { name } = recordOf(thrown);
  return typeof name === "string" ? name : "";
}

function messageOf(thrown: unknown): string {
  return inText(recordOf(thrown).message);
}

/** The fields of what was thrown; of an error `name` and `message`, too, which are not its own. */
function recordOf(thrown: unknown): Readonly<Record<string, unknown>> {
  return thrown instanceof Error ? { ...thrown, name: thrown.name, message: thrown.message } : recordIn(thrown);
}

function inText(value: unknown): string {
  return typeof value === "string" ? value : jsonOf(value);
}
