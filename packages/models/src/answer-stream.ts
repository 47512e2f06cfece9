import { ModelError, type ModelRequest, type RequestPhase, type StreamOptions } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { showUrl } from "./base-url.js";
import { classifyError } from "./error-facts/classify-error.js";
import type { Failure } from "./error-facts/failure.js";
import { type HttpAnswer, openStream } from "./fetch-seam.js";
import { MAX_ERROR_BYTES } from "./limits.js";
import type { ModelTarget } from "./model-target.js";
import { providerHeaders } from "./provider-headers.js";
import { readText } from "./read-text.js";
import { proxyAuthorization } from "./route/http-proxy.js";
import type { ProxyAnswer } from "./route/proxy-error.js";
import { TransportError } from "./transport-error.js";
import { neutralChunk } from "./wires/neutral-chunk.js";
import { signatureOrigin } from "./wires/signature.js";
import type { StreamDecoder } from "./wires/stream-decoder.js";
import { wellFormed } from "./wires/well-formed.js";

/** One request, ready to be sent. */
export interface WireCall {
  target: ModelTarget;
  url: URL;
  request: Pick<ModelRequest, "headers">;
  body: string;
  decoder: StreamDecoder;
  options: StreamOptions;
  /** Of all requests of one client: noted as soon as one is answered. */
  contact: { answered: boolean };
}

/**
 * Sends a request and yields its answer as it arrives. Throws only `ModelError`, or the signal's reason on abort.
 * A failure is thrown after all that came before it was yielded. Never retries, has no timer.
 */
export async function* answerStream(call: WireCall): AsyncGenerator<StreamChunk, void, void> {
  const { target, url, request, body, decoder, options, contact } = call;
  const answeredBefore = contact.answered;
  const { signal } = options;
  let hasToldModel = false;
  const tellModel = () => {
    if (hasToldModel || decoder.model === undefined) return;
    hasToldModel = true;
    options.onModel?.(decoder.model);
  };
  const origin = signatureOrigin(target.wire, target.model);
  const neutral = (chunk: StreamChunk) => neutralChunk(chunk, target.wire, origin);
  let phase: RequestPhase = "connect";
  let answer: HttpAnswer | undefined;
  try {
    answer = await openStream({
      method: "POST",
      url,
      route: target.route,
      headers: { ...request.headers, ...headersOf(target) },
      body: wellFormed(body),
      ...options,
    });
    contact.answered = true;
    phase = "first-byte";
    if (answer.status < 200 || answer.status > 299) throw await refusal(answer, target, signal);
    for await (const bytes of answer.body) {
      if (phase === "first-byte") phase = "first-content";
      const chunks = decoder.push(bytes);
      tellModel();
      for (const chunk of chunks) {
        if (isContent(chunk)) phase = "stream";
        yield neutral(chunk);
      }
      if (decoder.failure) break;
      if (decoder.done) {
        answer.release();
        return;
      }
    }
    if (!decoder.failure) {
      const rest = decoder.end();
      tellModel();
      yield* rest.map(neutral);
    }
    // A body without a byte is an answer that says nothing: whoever counts empty answers decides.
    if (phase === "first-byte") yield { type: "finish", reason: "unknown" };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    // A connection that breaks behind the reason of the end has lost nothing.
    const rest = decoder.end();
    yield* rest.map(neutral);
    if (rest.some(({ type }) => type === "finish")) return;
    if (phase === "connect" && error.connected) phase = "first-byte";
    throw modelError(
      {
        ...failed(target, phase),
        ...(answeredBefore && { answeredBefore: true }),
        ...(answer && { status: answer.status }),
        ...transportFacts(error),
      },
      target,
      error,
    );
  }
  if (decoder.failure) {
    const { body: said, ...kind } = decoder.failure;
    throw modelError({ ...failed(target, phase), status: 200, headers: answer.headers, body: said, ...kind }, target);
  }
}

function headersOf(target: ModelTarget): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json",
    accept: "text/event-stream, application/x-ndjson, application/json",
    ...providerHeaders(target),
  };
}

function isContent({ type }: StreamChunk): boolean {
  return type !== "usage" && type !== "keep-alive" && type !== "finish";
}

async function refusal(answer: HttpAnswer, target: ModelTarget, signal: AbortSignal): Promise<ModelError> {
  let body = "";
  try {
    body = await readText(answer, MAX_ERROR_BYTES);
  } catch (error) {
    signal.throwIfAborted();
    // The status is known, and it says more than a body that broke off.
    if (!(error instanceof TransportError)) throw error;
  }
  // No server sends it: the proxy that was to pass the request on wants a login.
  if (answer.status === 407 && target.route.proxy) {
    return modelError({ ...failed(target, "connect"), ...refusedByProxy({ ...answer, body }) }, target);
  }
  const location = answer.headers.location;
  if (body.trim() === "" && location !== undefined) body = `It redirects to ${location}.`;
  return modelError({ ...failed(target, "first-byte"), status: answer.status, headers: answer.headers, body }, target);
}

function failed({ provider, local }: ModelTarget, phase: RequestPhase): Failure {
  return { provider: provider.name, phase, local };
}

function transportFacts({ message, causeCode, atProxy, proxyAnswer }: TransportError): Partial<Failure> {
  if (proxyAnswer) return refusedByProxy(proxyAnswer);
  return {
    errorMessage: message,
    ...(causeCode !== undefined && { causeCode }),
    ...(atProxy && { atProxy: true as const }),
  };
}

/** Of a request for a login the page says less than the header. */
function refusedByProxy({ status, headers, body }: ProxyAnswer): Partial<Failure> {
  const said =
    status === 407 ? { errorMessage: `it asks for ${headers["proxy-authenticate"] ?? "a login"}` } : { body };
  return { atProxy: true, status, headers, ...said };
}

function modelError(failure: Failure, target: ModelTarget, cause?: unknown): ModelError {
  const { proxy } = target.route;
  const { message, ...facts } = classifyError(failure, {
    model: target.model,
    address: showUrl(target.baseUrl),
    secrets: secretsOf(target),
    ...(proxy && { proxy: { address: showUrl(proxy.url), variable: proxy.variable } }),
  });
  return new ModelError(message, facts, cause === undefined ? undefined : { cause });
}

/** The key, and a proxy's password: as it is, and as its header carries it. */
function secretsOf({ apiKey, route: { proxy } }: ModelTarget): readonly string[] {
  const header = proxy && proxyAuthorization(proxy)["proxy-authorization"];
  const secrets = [apiKey, proxy?.credentials?.password, header?.replace("Basic ", "")];
  return secrets.filter((secret) => secret !== undefined);
}
