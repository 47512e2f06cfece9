import type { Failure } from "./failure.js";

/** So many errors of a chain are looked at: deeper ones repeat. */
const MAX_ERRORS = 32;

/**
 * What a thrown value says of a failed request: for models that are reached through another library. Follows `cause`,
 * the errors of an `AggregateError` and `response`, and takes status, headers and body where the common libraries keep
 * them (fetch and undici, the SDKs of OpenAI and Anthropic, the AI SDK, axios). Never throws, whatever it is given.
 *
 * @param known what the caller knows better: provider and phase, and anything else of {@link Failure}
 * @example
 * try {
 *   await generateText({ model, prompt });
 * } catch (error) {
 *   const { kind, remedy } = classifyError(failureOf(error, { provider: "custom", phase: "first-byte" }));
 * }
 */
export function failureOf(thrown: unknown, known: Pick<Failure, "provider" | "phase"> & Partial<Failure>): Failure {
  const errors = errorsOf(thrown);
  const status = firstOf(errors, statusOf);
  const headers = firstOf(errors, headersOf);
  const body = firstOf(errors, bodyOf);
  const { errorMessage, causeCode } = describeThrown(thrown);
  return {
    errorMessage,
    // Where an answer came, a code is the library's own word for it; unless it was a good one, which broke off.
    ...(causeCode !== undefined && (status === undefined || (isGood(status) && body === undefined)) && { causeCode }),
    ...(status !== undefined && { status }),
    ...(headers !== undefined && { headers }),
    ...(body !== undefined && { body }),
    ...known,
  };
}

/**
 * What a transport error says, and its code, wherever in its causes they stand: of the first that has both, as what is
 * around it says less (`fetch failed`, an `AggregateError` without a message).
 */
export function describeThrown(thrown: unknown): { errorMessage: string; causeCode?: string } {
  const errors = errorsOf(thrown);
  const telling = errors.find((error) => codeOf(error) !== undefined && messageOf(error) !== undefined);
  const causeCode = firstOf(errors, codeOf) ?? firstOf(errors, timeoutNameOf);
  const errorMessage = (telling && messageOf(telling)) ?? firstOf(errors, messageOf) ?? inText(thrown);
  return { errorMessage, ...(causeCode !== undefined && { causeCode }) };
}

/** The value and what it was caused by, each once, outer ones first. */
function errorsOf(thrown: unknown): readonly object[] {
  const found: object[] = [];
  const queue: unknown[] = [thrown];
  for (let at = 0; at < queue.length && found.length < MAX_ERRORS; at++) {
    const value = queue[at];
    if (typeof value !== "object" || value === null || found.includes(value)) continue;
    found.push(value);
    const errors = read(value, "errors");
    queue.push(
      read(value, "cause"),
      ...(Array.isArray(errors) ? errors.slice(0, MAX_ERRORS) : []),
      read(value, "response"),
    );
  }
  return found;
}

function firstOf<Found>(errors: readonly object[], look: (error: object) => Found | undefined): Found | undefined {
  for (const error of errors) {
    const found = look(error);
    if (found !== undefined) return found;
  }
  return undefined;
}

function statusOf(error: object): number | undefined {
  return [read(error, "status"), read(error, "statusCode")].find(
    (status): status is number => typeof status === "number" && status >= 100 && status < 600,
  );
}

function isGood(status: number): boolean {
  return status >= 200 && status <= 299;
}

function headersOf(error: object): Record<string, string> | undefined {
  const headers = read(error, "responseHeaders") ?? read(error, "headers");
  if (typeof headers !== "object" || headers === null) return undefined;
  try {
    const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
    const texts = entries.flatMap(([name, value]) => (typeof value === "string" ? [[name.toLowerCase(), value]] : []));
    return texts.length === 0 ? undefined : Object.fromEntries(texts);
  } catch {
    return undefined;
  }
}

function bodyOf(error: object): string | undefined {
  for (const field of ["responseBody", "body", "error", "data"]) {
    const value = read(error, field);
    if (typeof value === "string" && value !== "") return value;
    // A parsed body; a stream or a buffer is none.
    if (typeof value === "object" && value !== null && isPlain(value)) {
      const text = inJson(field === "error" ? { error: value } : value);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function codeOf(error: object): string | undefined {
  const code = read(error, "code");
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}

/** A time-out of `AbortSignal.timeout` or of a library has no code, only a name. */
function timeoutNameOf(error: object): string | undefined {
  const name = read(error, "name");
  return typeof name === "string" && name.endsWith("TimeoutError") ? "TimeoutError" : undefined;
}

function messageOf(error: object): string | undefined {
  const message = read(error, "message");
  return typeof message === "string" && message !== "" ? message : undefined;
}

function read(value: object, field: string): unknown {
  try {
    return Reflect.get(value, field);
  } catch {
    return undefined;
  }
}

function isPlain(value: object): boolean {
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null || Array.isArray(value);
  } catch {
    return false;
  }
}

function inJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function inText(value: unknown): string {
  try {
    return typeof value === "object" && value !== null ? (inJson(value) ?? "") : String(value);
  } catch {
    return "";
  }
}
