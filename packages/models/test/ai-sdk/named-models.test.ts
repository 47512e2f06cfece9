import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvalidOptionError } from "@millrace/protocol";
import { startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { installLine, KNOWN_PACKAGES } from "../../src/ai-sdk/known-packages.js";
import { createModelClient, type ModelChoice, openUpstream, readAiSdkName, resolveModel } from "../../src/index.js";
import { listen, textOf } from "../support/listen.js";

/** A project that has this package. */
function projectWith(name: string, source: string, manifest: object = { exports: { import: "./index.js" } }): string {
  const folder = mkdtempSync(join(tmpdir(), "millrace-ai-sdk-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = join(folder, "node_modules", name);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify({ name, version: "9.8.7", type: "module", ...manifest }));
  writeFileSync(join(place, "index.js"), source);
  return folder;
}

/** Source of a provider whose models say what they were made with. */
const MAKES = `
  const model = (modelId, settings) => ({
    specificationVersion: "v3", provider: "echo.chat", modelId,
    doStream: async () => ({ stream: new ReadableStream({ start(controller) {
      controller.enqueue({ type: "text-delta", id: "0", delta: JSON.stringify({ modelId, ...settings }) });
      controller.enqueue({ type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: {} });
      controller.close();
    } }) }),
  });
  const provider = (settings) => Object.assign((id) => model(id, settings), { languageModel: (id) => model(id, settings) });
`;

const open = (model: string, folder: string, more: Partial<ModelChoice> = {}) =>
  createModelClient({ model, folder, env: {}, ...more });
const said = async (...args: Parameters<typeof open>): Promise<unknown> =>
  JSON.parse((await textOf(open(...args))) ?? "");

describe("a name", () => {
  test.each([
    ["@ai-sdk/google/gemini-3-pro", "@ai-sdk/google", "gemini-3-pro"],
    ["ai-sdk/@ai-sdk/google/gemini-3-pro", "@ai-sdk/google", "gemini-3-pro"],
    ["ai-sdk/@openrouter/ai-sdk-provider/qwen/qwen3-coder", "@openrouter/ai-sdk-provider", "qwen/qwen3-coder"],
    ["ai-sdk/echo-provider/m", "echo-provider", "m"],
    ["ai-sdk/../../evil/m", "", "../evil/m"],
    ["ai-sdk/@ai-sdk/../m", "", "m"],
    ["@ai-sdk/google", "@ai-sdk/google", ""],
    ["ai-sdk/", "", ""],
  ])("%s is the package %j and its model %j", (name, packageName, model) => {
    expect(readAiSdkName(name)).toEqual({ package: packageName, model });
  });

  test.each(["openai/gpt-5", "@cf/meta/llama-3.1-8b-instruct", "ai-sdk", "m"])("%s is no package's", (name) => {
    expect(readAiSdkName(name)).toBeUndefined();
  });

  test.each(["@ai-sdk/google", "@ai-sdk/", "ai-sdk/../x/m"])("%s is refused when the client is made", (model) => {
    expect(() => createModelClient({ model, env: {} })).toThrow(InvalidOptionError);
    expect(() => createModelClient({ model, env: {} })).toThrow("write @ai-sdk/PACKAGE/MODEL");
  });
});

describe("the provider of a package", () => {
  test("is found by the package's name before others", async () => {
    const source = `${MAKES} export const other = provider({ by: "other" }); export const echoIt = provider({ by: "name" });`;
    const folder = projectWith("@acme/echo-it", source);
    expect(await said("ai-sdk/@acme/echo-it/m/1", folder)).toEqual({ modelId: "m/1", by: "name" });
  });

  test.each([
    [
      "the default export",
      `${MAKES} export const aaa = provider({ by: "aaa" }); export default provider({ by: "default" });`,
      { by: "default" },
    ],
    [
      "any that makes models",
      `${MAKES} export const VERSION = "1"; export const b = provider({ by: "b" });`,
      { by: "b" },
    ],
    [
      "what createX makes",
      `${MAKES} export const createEcho = (settings) => provider({ by: "create", ...settings });`,
      { by: "create", name: "echo" },
    ],
    [
      "what another createX makes",
      `${MAKES} export const createA = () => 7; export const createZ = (s) => provider(s);`,
      { name: "echo" },
    ],
  ])("is %s", async (_, source, made) => {
    expect(await said("ai-sdk/echo/m", projectWith("echo", source))).toEqual({ modelId: "m", ...made });
  });

  test("is made anew with an address and a key where they are given", async () => {
    const source = `${MAKES} export const echo = provider({}); export const createEcho = (settings) => provider(settings);`;
    const folder = projectWith("echo", source);
    const baseUrl = "http://127.0.0.1:1234/v1/";
    expect(await said("ai-sdk/echo/m", folder, { baseUrl, apiKey: "k-1" })).toEqual({
      modelId: "m",
      baseURL: "http://127.0.0.1:1234/v1",
      apiKey: "k-1",
    });
    // The package's own key is for its own address.
    expect(await said("ai-sdk/echo/m", folder, { baseUrl })).toMatchObject({ apiKey: "none" });
  });

  test("is found in a package of CommonJS, and in one with a main file only", async () => {
    const source = `${MAKES} module.exports.echo = provider({ by: "main" });`;
    expect(
      await said("ai-sdk/echo/m", projectWith("echo", source, { type: "commonjs", main: "./index.js" })),
    ).toMatchObject({ by: "main" });
  });

  test("is found in a project around the folder", async () => {
    const folder = join(projectWith("echo", `${MAKES} export const echo = provider({ by: "parent" });`), "a", "b");
    expect(await said("ai-sdk/echo/m", folder)).toMatchObject({ by: "parent" });
  });

  test("is that of what the user has installed for all projects, before the project's", async () => {
    const project = projectWith("echo", `${MAKES} export const echo = provider({ by: "project" });`);
    const prefix = mkdtempSync(join(tmpdir(), "millrace-prefix-"));
    onTestFinished(() => rmSync(prefix, { recursive: true, force: true }));
    const place = join(prefix, process.platform === "win32" ? "" : "lib", "node_modules", "echo");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module", exports: "./index.js" }));
    writeFileSync(join(place, "index.js"), `${MAKES} export const echo = provider({ by: "global" });`);
    expect(await said("ai-sdk/echo/m", project, { env: { npm_config_prefix: prefix } })).toMatchObject({
      by: "global",
    });
  });
});

describe("what cannot be used", () => {
  const reason = async (model: string, folder: string): Promise<string> =>
    open(model, folder)
      .load()
      .then(
        () => expect.fail("no error"),
        (error) => {
          expect(error).toBeInstanceOf(InvalidOptionError);
          return error.message;
        },
      );

  test("is a package that is not there, with the line that installs it", async () => {
    expect(await reason("@ai-sdk/google/gemini-3-pro", tmpdir())).toBe(
      `\`model\` "@ai-sdk/google/gemini-3-pro" cannot be used: the package @ai-sdk/google is not installed. Run \`${installLine("@ai-sdk/google")}\` in your project, or with -g for all of them.`,
    );
  });

  test.each([
    ["has no provider", "export const VERSION = 1;", "It has: VERSION."],
    ["cannot be loaded", "throw new Error('needs a newer Node')", "It wants Node >=99"],
    [
      "makes old models",
      "export const echo = { languageModel: () => ({ specificationVersion: 'v1', doStream() {} }) };",
      "of specification v1",
    ],
    [
      "knows no such model",
      "export const echo = { languageModel: () => { throw new Error('no m') } };",
      "has no such model: no m.",
    ],
    [
      "makes no provider",
      "export const createEcho = () => { throw new Error('set ECHO_REGION') };",
      "makes no provider: set ECHO_REGION.",
    ],
  ])("is a package that %s", async (_, source, why) => {
    const folder = projectWith("echo", source, { exports: "./index.js", engines: { node: ">=99" } });
    expect(await reason("ai-sdk/echo/m", folder)).toContain(why);
  });

  test("is told by the first request, too, as a ModelError; and looked for again by the next one", async () => {
    const folder = mkdtempSync(join(tmpdir(), "millrace-ai-sdk-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const model = open("ai-sdk/echo/m", folder);
    const { error } = await listen(model);
    expect(error).toMatchObject({ name: "ModelError", kind: "invalid_request", retryable: false, phase: "connect" });
    const place = join(folder, "node_modules", "echo");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), JSON.stringify({ type: "module", exports: "./index.js" }));
    writeFileSync(join(place, "index.js"), `${MAKES} export const echo = provider({});`);
    expect(JSON.parse((await textOf(model)) ?? "")).toEqual({ modelId: "m" });
  });

  test("is a file of certificates: the package makes its own connections", () => {
    expect(() => open("@ai-sdk/openai/m", tmpdir(), { caFile: "ca.pem" })).toThrow("NODE_EXTRA_CA_CERTS");
  });

  test("is a wire: the package has its own", () => {
    expect(() => open("@ai-sdk/openai/m", tmpdir(), { wire: "openai-chat" })).toThrow(/`wire` does not reach/);
  });

  test("is a package that knows no server, without an address", () => {
    expect(() => open("@ai-sdk/openai-compatible/m", tmpdir())).toThrow("give `baseUrl`");
  });

  test("is a target of a wire: only the package knows where its model is", () => {
    expect(() => resolveModel({ model: "@ai-sdk/openai/m", env: {} })).toThrow("createModelClient");
  });
});

test("a package is an upstream like others, but lists no models", async () => {
  const folder = projectWith("echo", `${MAKES} export const echo = provider({});`);
  const upstream = openUpstream({ upstream: "ai-sdk/echo", folder, env: {} });
  expect(upstream).toMatchObject({ provider: "echo", address: "echo" });
  expect(upstream.connect("a/b")).toMatchObject({ wire: "ai-sdk", client: { id: "ai-sdk/echo/a/b" } });
  expect(JSON.parse((await textOf(upstream.connect("a/b"))) ?? "")).toEqual({ modelId: "a/b" });
  expect(upstream.models).toBeUndefined();
  expect(() => openUpstream({ upstream: "ai-sdk/echo", provider: "vllm", folder, env: {} })).toThrow("leave it out");
});

describe("a real package", () => {
  test("speaks to the address that was given, and counts what it cost", async () => {
    const usage = { inputTokens: 11, outputTokens: 3 };
    const server = await startModelServer({ scenario: { answers: [{ text: "Hello.", usage }] } });
    onTestFinished(() => server.close());
    const model = open("@ai-sdk/openai-compatible/scripted", tmpdir(), { baseUrl: `${server.url}/v1` });
    const { chunks, error } = await listen(model);
    expect(error).toBeUndefined();
    expect(chunks).toContainEqual({ type: "usage", usage: expect.objectContaining(usage) });
    expect(server.violations).toEqual([]);
    expect(model.client.id).toBe("@ai-sdk/openai-compatible/scripted");
    expect(model.profile).toMatchObject({ local: true, model: "scripted", reasoning: { back: "echo" } });
  });

  test("that finds no key says which variable it looked for", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { error } = await listen(open("@ai-sdk/anthropic/claude-sonnet-4-5", tmpdir()));
    expect(error).toMatchObject({ name: "ModelError", kind: "auth", retryable: false });
    expect(String(error)).toContain("ANTHROPIC_API_KEY");
  });
});

test("the line that installs a package names a major that runs on this Node", () => {
  expect(installLine("@ai-sdk/google", "20.19.0")).toBe("npm install @ai-sdk/google@3");
  expect(installLine("@ai-sdk/google", "22.0.0")).toBe("npm install @ai-sdk/google");
  expect(installLine("echo", "20.19.0")).toBe("npm install echo");
  expect(new Set(KNOWN_PACKAGES.map(({ name }) => name)).size).toBe(KNOWN_PACKAGES.length);
});
