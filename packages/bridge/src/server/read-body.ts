import { promisify } from "node:util";
import { brotliDecompress, unzip } from "node:zlib";
import { isRecord, type JsonRecord } from "../json.js";
import { MAX_BODY_DEPTH } from "../limits.js";
import { Refusal } from "../refusal.js";
import { isDeeper } from "./is-deeper.js";

type Decoder = (body: Uint8Array, limits: { maxOutputLength: number }) => Promise<Uint8Array>;

/** Encodings of a request's body, by their names in `content-encoding`. */
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(unzip),
  "x-gzip": promisify(unzip),
  deflate: promisify(unzip),
  br: promisify(brotliDecompress),
};

/**
 * The JSON object that a request brings. No more than `maxBytes` of it are ever held, as it came and decoded.
 *
 * @throws Refusal 413 too long · 415 an encoding that is not known · 400 no JSON object, with the place where it is wrong
 */
export async function readBody(request: Request, maxBytes: number): Promise<JsonRecord> {
  const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  const decode = DECODERS[encoding];
  if (decode === undefined && encoding !== "identity" && encoding !== "") throw unknownEncoding(encoding);
  if (Number(request.headers.get("content-length")) > maxBytes) throw tooLong(maxBytes);
  const bytes = await collect(request.body, maxBytes);
  return parse(new TextDecoder().decode(decode ? await decoded(bytes, decode, encoding, maxBytes) : bytes));
}

/** The stream is left where it is when it is too long: cancelling it would close the connection ahead of the answer. */
async function collect(body: Request["body"], maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (;;) {
    const step = await reader?.read().catch(brokeOff);
    if (step?.value === undefined) return Buffer.concat(chunks, length);
    length += step.value.byteLength;
    if (length > maxBytes) throw tooLong(maxBytes);
    chunks.push(step.value);
  }
}

async function decoded(bytes: Uint8Array, decode: Decoder, encoding: string, maxBytes: number): Promise<Uint8Array> {
  try {
    return await decode(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLong(maxBytes);
    throw badRequest(`The body is not ${encoding}, as its content-encoding says.`);
  }
}

async function parse(text: string): Promise<JsonRecord> {
  if (text.trim() === "") throw badRequest("The body of the request is empty; it must be a JSON object.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Loaded when it is needed. The words of JSON.parse quote the body, which is nobody's business in a log.
    const { describeJsonFault } = await import("./json-fault.js");
    throw badRequest(`The body of the request is not JSON: ${describeJsonFault(text)}.`);
  }
  // What is read without a stack cannot be written without one.
  if (isDeeper(body, MAX_BODY_DEPTH)) {
    throw badRequest(`The body of the request is nested deeper than ${MAX_BODY_DEPTH} levels.`);
  }
  if (isRecord(body)) return body;
  throw badRequest("The body of the request is JSON, but not an object.");
}

function badRequest(message: string): Refusal {
  return new Refusal({ status: 400, kind: "invalid_request", message });
}

function brokeOff(): never {
  throw badRequest("The body of the request broke off.");
}

function unknownEncoding(encoding: string): Refusal {
  const message = `The body of the request is encoded as ${encoding}, which this bridge does not read: send it plain, or as gzip, deflate or br.`;
  return new Refusal({ status: 415, kind: "invalid_request", message }, { "accept-encoding": "gzip, deflate, br" });
}

/** The connection is left open: closed while a client sends, it would take the answer with it. The server reads on for a moment. */
function tooLong(maxBytes: number): Refusal {
  const message = `The body of the request is longer than ${maxBytes / 2 ** 20} MiB, the most that this bridge takes (--max-body).`;
  return new Refusal({ status: 413, kind: "too_large", message });
}
