import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidOptionError } from "@millrace/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CERTIFICATES, SERVER_TLS } from "../../../../test/support/proxy.js";
import { createModelClient, type ModelChoice, resolveModel } from "../../src/index.js";
import { EVENTS, errorOf, STOP, said, textOf } from "../support/listen.js";
import { serve } from "../support/serve.js";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "millrace-certificates-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const secureServer = async () => {
  const url = await serve(
    (_, response) => response.writeHead(200, EVENTS).end(said("Hi") + STOP),
    createServer(SERVER_TLS),
  );
  return url.replace("http:", "https:");
};
const open = (baseUrl: string, more: Partial<ModelChoice>) =>
  createModelClient({ model: "m", baseUrl, env: {}, ...more });

describe("a server whose certificate a company signed", () => {
  test("is not trusted by itself, and the error says where to name the certificate", async () => {
    const error = await errorOf(open(await secureServer(), {}));
    expect(error).toMatchObject({ kind: "network", phase: "connect", retryable: false });
    for (const name of ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "caFile"]) expect(error.remedy).toContain(name);
  });

  test.each<[string, Partial<ModelChoice>]>([
    ["caFile", { caFile: CERTIFICATES.authority }],
    ["SSL_CERT_FILE", { env: { SSL_CERT_FILE: CERTIFICATES.authority } }],
    ["one of both", { caFile: CERTIFICATES.stranger, env: { SSL_CERT_FILE: CERTIFICATES.authority } }],
  ])("is trusted where it is named by %s", async (_, more) => {
    const model = open(await secureServer(), more);
    expect(await textOf(model)).toBe("Hi");
    expect(await textOf(model)).toBe("Hi");
  });

  test("is not trusted where another company's is named", async () => {
    const error = await errorOf(open(await secureServer(), { caFile: CERTIFICATES.stranger }));
    expect(error).toMatchObject({ kind: "network", phase: "connect", retryable: false });
  });
});

describe("a file of certificates", () => {
  const errorFor = (
    content: string | Buffer | undefined,
    more: (path: string) => Partial<ModelChoice>,
  ): InvalidOptionError => {
    const path = join(folder, "ca.pem");
    rmSync(path, { force: true });
    if (content !== undefined) writeFileSync(path, content);
    try {
      resolveModel({ model: "m", baseUrl: "https://models.example", env: {}, ...more(path) });
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidOptionError);
      expect(String(error)).toContain(path);
      return error as InvalidOptionError;
    }
    throw new Error("It was accepted.");
  };
  const good = readFileSync(CERTIFICATES.authority, "utf8");

  test.each<[string, string | Buffer | undefined, string]>([
    ["is not there", undefined, "ENOENT"],
    ["is in another form", Buffer.from(good.replace(/-----.*-----/g, ""), "base64"), "BEGIN CERTIFICATE"],
    ["holds only a key", SERVER_TLS.key, "BEGIN CERTIFICATE"],
    ["is damaged", good + good.replace(/\nM.{20}/, "\nMIIBAAAAAAAAAAAAAAAAA"), "certificate 2 of 2"],
  ])("that %s is an error that names it", (_, content, said) => {
    const byOption = errorFor(content, (caFile) => ({ caFile }));
    expect(byOption.option).toBe("caFile");
    expect(byOption.message).toContain("`caFile`");
    expect(byOption.message).toContain(said);
    const byVariable = errorFor(content, (path) => ({ env: { SSL_CERT_FILE: path } }));
    expect(byVariable.option).toBe("SSL_CERT_FILE");
    expect(byVariable.message).toContain(said);
  });

  test("may be a folder: that is told, too", () => {
    expect(() => resolveModel({ model: "m", baseUrl: "https://models.example", env: {}, caFile: folder })).toThrow(
      "EISDIR",
    );
  });

  test("is not read where no TLS is spoken", () => {
    const env = { SSL_CERT_FILE: join(folder, "nowhere.pem") };
    expect(resolveModel({ model: "m", baseUrl: "http://127.0.0.1:8080", env }).route).toEqual({});
  });
});
