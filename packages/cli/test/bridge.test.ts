import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createProfileStore } from "@millrace/models";
import { type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBridgeProcess } from "./support/bridge-process.js";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();

async function modelServer(scenario: Partial<Scenario> = {}): Promise<ModelServer> {
  const server = await startModelServer({ scenario: { answers: [], ...scenario }, judge: "off" });
  onTestFinished(() => server.close());
  return server;
}

const QUESTION = { model: "any", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };

function ask(url: string, more: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/messages`, { method: "POST", body: JSON.stringify({ ...QUESTION, ...more }), headers });
}

describe("millrace bridge", () => {
  test("says where it is, what it leads to and why so, and what to set in each client", async () => {
    const server = await modelServer({ server: { kind: "vllm", models: [{ name: "coder" }] } });
    const bridge = await startBridgeProcess(program, [
      "--upstream",
      server.url,
      "--provider",
      "vllm",
      "--model",
      "coder",
      "--mode",
      "text",
    ]);
    const said = await bridge.says(/Anthropic SDK\n.*\n.*\n.*\n/);
    const [first, second, third, fourth, fifth] = said.split("\n");
    expect(first).toMatch(/^millrace bridge \d+\.\d+\.\d+ at http:\/\/127\.0\.0\.1:\d+$/);
    expect(second).toBe(`  upstream  vLLM at ${server.url}/v1`);
    expect(third).toBe("  model     coder, whatever clients call it");
    expect(fourth).toBe("  mode      text: it was asked for");
    expect(fifth).toMatch(/^ {2}dialect {3}\S/);
    const settings = [
      `ANTHROPIC_BASE_URL=${bridge.url}`,
      "ANTHROPIC_AUTH_TOKEN=any",
      "ANTHROPIC_MODEL=coder",
      `base_url = "${bridge.url}/v1"`,
      `cline auth -p openai -b ${bridge.url}/v1`,
      `provider.millrace.options.baseURL = "${bridge.url}/v1"`,
      `OPENAI_BASE_URL=${bridge.url}/v1`,
      "OPENAI_API_KEY=any",
      "--model openai/coder",
      'models: [{ "id": "coder" }]',
      `apiBase: ${bridge.url}/v1`,
    ];
    for (const setting of settings) expect(said).toContain(setting);
    expect(said).not.toMatch(/ADDRESS|\bKEY\b|\bMODEL\b|[`*]/);
  });

  test("says with --constrain what answers are held to, and sends the server the grammar", async () => {
    const call = "<ls>\n<path>.</path>\n</ls>";
    const server = await modelServer({ server: { kind: "llama.cpp" }, answers: [{ text: call }] });
    const flags = ["--upstream", server.url, "--provider", "llamacpp", "--model", "m", "--mode", "text", "--constrain"];
    const bridge = await startBridgeProcess(program, flags);
    expect(await bridge.says(/constrain .*\n/)).toMatch(/\n {2}constrain calls, from their first mark on, in cline; /);
    const tool = { name: "ls", description: "Lists.", input_schema: { type: "object", properties: { path: {} } } };
    const answer = await ask(bridge.url, { tools: [tool], tool_choice: { type: "any" } });
    expect(await answer.json()).toMatchObject({ stop_reason: "tool_use", content: [{ input: { path: "." } }] });
    expect(JSON.parse(server.requests.at(-1)?.body ?? "").grammar).toMatch(/^root ::= .*\n(?:.*\n)*ls ::= "<ls>/);
  });

  test("answers, and writes a line of each request on standard output: for people, or as JSON", async () => {
    const server = await modelServer({ answers: [{ text: "Hello.", repeat: 2 }] });
    for (const [log, fits] of [
      ["text", /^\d\d:\d\d:\d\d anthropic-messages any salvage 200 stop · \d+\.\d\d s to the first content, /],
      ["json", /^\{"at":"\d{4}-.*"wire":"anthropic-messages","model":"any",.*"end":"answered","status":200,/],
    ] as const) {
      const bridge = await startBridgeProcess(program, ["--upstream", server.url, "--model", "m", "--log", log]);
      expect(await (await ask(bridge.url)).text()).toContain("Hello.");
      const [line] = await bridge.logs(1);
      expect(line).toMatch(fits);
      expect(line).not.toContain("Hello");
    }
  });

  test("--log off writes nothing there", async () => {
    const server = await modelServer({ answers: [{ text: "Hello." }] });
    const bridge = await startBridgeProcess(program, ["--upstream", server.url, "--model", "m", "--log", "off"]);
    await (await ask(bridge.url)).text();
    bridge.kill("SIGTERM");
    expect((await bridge.ended).stdout).toBe("");
  });

  test("--log-contents keeps what was said in a file of its owner's, without keys", async () => {
    const server = await modelServer({
      answers: [{ text: "Your key is sk-proj-abcdefghijklmnopqrstuvwx1234, is it?", repeat: 2 }],
    });
    const file = join(program.folder("contents"), "said.jsonl");
    writeFileSync(file, "", { mode: 0o644 });
    const flags = ["--upstream", server.url, "--model", "m", "--log-contents", file, "--token-env", "BRIDGE_TOKEN"];
    const bridge = await startBridgeProcess(program, flags, { BRIDGE_TOKEN: "mill-wheel-42" });
    const asked = { messages: [{ role: "user", content: "It is mill-wheel-42." }], stream: true };
    await (await ask(bridge.url, asked, { "x-api-key": "mill-wheel-42" })).text();
    await (await ask(bridge.url, { stream: true }, { "x-api-key": "mill-wheel-42" })).text();
    bridge.kill("SIGINT");
    await bridge.ended;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(file, "utf8");
    const lines = kept
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { request: { messages: [{ content: "It is [redacted]." }] }, answer: expect.stringContaining("Your key is") },
      { request: QUESTION },
    ]);
    expect(kept).not.toMatch(/mill-wheel-42|sk-proj/);
  });

  test("--log-contents leaves what is no file as it is, e.g. a pipe to a program that reads it", async () => {
    const pipe = join(program.folder("contents"), "pipe");
    execFileSync("mkfifo", ["-m", "644", pipe]);
    const reader = spawn("cat", [pipe], { stdio: ["ignore", "pipe", "ignore"] });
    onTestFinished(() => void reader.kill());
    const server = await modelServer({ answers: [{ text: "Hello." }] });
    const flags = ["--upstream", server.url, "--model", "m", "--log-contents", pipe];
    const bridge = await startBridgeProcess(program, flags);
    await (await ask(bridge.url)).text();
    bridge.kill("SIGINT");
    expect(await text(reader.stdout)).toContain('"answer":"{');
    expect(statSync(pipe).mode & 0o777).toBe(0o644);
  });

  test("its log tells the time of day that it is here", async () => {
    const zone = "Asia/Kolkata";
    const server = await modelServer({ answers: [{ text: "Hello." }] });
    const now = () => new Date().toLocaleTimeString("en-GB", { timeZone: zone });
    const from = now();
    const bridge = await startBridgeProcess(program, ["--upstream", server.url, "--model", "m"], { TZ: zone });
    await (await ask(bridge.url)).text();
    const [line = ""] = await bridge.logs(1);
    // Past midnight the smaller one is later.
    const to = now();
    const said = line.slice(0, 8);
    expect(from <= to ? from <= said && said <= to : said >= from || said <= to, `${from} ${said} ${to}`).toBe(true);
  });

  test.each([
    ["0.0.0.0", "http://127.0.0.1"],
    ["::", "http://[::1]"],
  ])("where it listens at all addresses (%s), the settings name one that can be asked", async (host, address) => {
    const server = await modelServer();
    const flags = ["--upstream", server.url, "--model", "m", "--host", host, "--token-env", "BRIDGE_TOKEN"];
    const bridge = await startBridgeProcess(program, flags, { BRIDGE_TOKEN: "mill-wheel-42" });
    const said = await bridge.says(/Anthropic SDK\n.*\n/);
    const { port } = new URL(bridge.url);
    expect(said).toContain(`ANTHROPIC_BASE_URL=${address}:${port}\n`);
    expect(said).toMatch(/Settings for your client \(on other machines this one's name in place of /);
    expect(said.replace(bridge.url, "")).not.toMatch(/0\.0\.0\.0|\[::\]/);
  });

  test("wants its token where one is named, and prints only its variable", async () => {
    const server = await modelServer({ answers: [{ text: "Hello." }] });
    const flags = ["--upstream", server.url, "--model", "m", "--host", "0.0.0.0", "--token-env", "BRIDGE_TOKEN"];
    const bridge = await startBridgeProcess(program, flags, { BRIDGE_TOKEN: "mill-wheel-42" });
    const said = await bridge.says(/Anthropic SDK/);
    expect(said).toContain("ANTHROPIC_AUTH_TOKEN=$BRIDGE_TOKEN");
    expect(said).not.toContain("mill-wheel");
    const url = bridge.url.replace("0.0.0.0", "127.0.0.1");
    expect((await ask(url)).status).toBe(401);
    expect((await ask(url, {}, { authorization: "Bearer mill-wheel-42" })).status).toBe(200);
  });

  test("takes the server of your configuration where none is named, and its key", async () => {
    const server = await modelServer({ server: { apiKey: "gpu-box-key-1" }, answers: [{ text: "Hello." }] });
    const values = {
      model: "custom/coder",
      baseUrl: `${server.url}/v1`,
      apiKeyEnv: "GPU_BOX_KEY",
      contextTokens: 9_000,
    };
    const folder = program.folder("configured/millrace");
    writeFileSync(join(folder, "config.json"), JSON.stringify(values));
    const env = { XDG_CONFIG_HOME: join(folder, ".."), GPU_BOX_KEY: "gpu-box-key-1" };
    const bridge = await startBridgeProcess(program, [], env);
    expect(await bridge.says(/ {2}model/)).toContain(`The upstream is that of ${join(folder, "config.json")}.`);
    expect((await ask(bridge.url)).status).toBe(200);
    expect(server.requests[0]?.json).toMatchObject({ model: "coder" });
  });

  test("goes by what was measured of its model, and says what no longer counts", async () => {
    const server = await modelServer({
      server: { kind: "ollama", models: [{ name: "qwen3:8b", window: 32_768 }] },
      answers: [{ text: "Hello." }],
    });
    const state = program.folder("bridge-state");
    const store = createProfileStore({ folder: join(state, "millrace", "profiles") });
    const at = "2026-11-30T10:00:00.000Z";
    const learnt = {
      protocol: { value: "text", from: "measured", at },
      dialect: { value: "glm", from: "measured", at },
      window: { value: 4096, from: "measured", at },
    } as const;
    await store.write({ server: server.url, model: "qwen3:8b" }, learnt, { window: 8192 });
    const env = { OLLAMA_HOST: server.url, XDG_STATE_HOME: state };
    const bridge = await startBridgeProcess(program, ["--upstream", "ollama", "--model", "qwen3:8b"], env);
    const tools = [{ name: "look", description: "Looks.", input_schema: { type: "object", properties: {} } }];
    expect((await ask(bridge.url, { tools })).status).toBe(200);
    expect(server.requests[0]?.json.tools).toBeUndefined();
    expect(JSON.stringify(server.requests[0]?.json)).toContain("<arg_key>");
    expect(await bridge.says(/millrace doctor/)).toContain("window 8192 is now 32768");
  });

  test("speaks to its upstream as it is told to", async () => {
    const server = await modelServer({ answers: [{ text: "Hello." }] });
    const flags = ["--upstream", server.url, "--model", "m", "--wire", "openai-responses"];
    const bridge = await startBridgeProcess(program, flags);
    expect(await (await ask(bridge.url)).text()).toContain("Hello.");
    expect(server.requests[0]?.wire).toBe("openai-responses");
  });

  test("takes the one local server that runs, and its one model", async () => {
    const server = await modelServer({
      server: { kind: "ollama", models: [{ name: "qwen3:8b", tools: "taken" }] },
      answers: [{ text: "Hello." }],
    });
    const bridge = await startBridgeProcess(program, [], { OLLAMA_HOST: server.url });
    const said = await bridge.says(/ {2}dialect/);
    expect(said).toContain(`Using Ollama at ${server.url}, the only local server that runs.`);
    expect(said).toContain("  model     qwen3:8b, whatever clients call it");
    expect(await (await ask(bridge.url)).text()).toContain("Hello.");
  });

  test("starts before its upstream does, and says so", async () => {
    const bridge = await startBridgeProcess(program, ["--upstream", "http://127.0.0.1:9/v1"]);
    expect(await bridge.says(/ {2}model/)).toContain("it lists no models, or does not answer yet");
  });
});

test("millrace bridge before a package of the AI SDK says nothing of a server: none can be asked", async () => {
  const place = join(program.folder("node_modules"), "@acme", "ai-provider");
  mkdirSync(place, { recursive: true });
  const manifest = { name: "@acme/ai-provider", version: "1.2.3", type: "module", exports: { import: "./index.js" } };
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "index.js"), "export const acme = { languageModel: () => ({}) };");
  const bridge = await startBridgeProcess(program, ["--upstream", "ai-sdk/@acme/ai-provider"]);
  expect(await bridge.says(/ {2}model .*\n/)).toContain(
    "\n  upstream  @acme/ai-provider\n  model     as clients name it\n",
  );
  const health = await fetch(`${bridge.url}/healthz?upstream=1`);
  expect([health.status, await health.json()]).toMatchObject([200, { status: "ok" }]);
  const models = await fetch(`${bridge.url}/v1/models`);
  expect([models.status, await models.text()]).toMatchObject([404, expect.stringContaining("has no list")]);
});

describe("a command line of millrace bridge that cannot be", () => {
  test.each<[string, string[], string[]]>([
    [
      "an upstream that is no address",
      ["--upstream", "ftp://host"],
      ["--upstream must begin with http:// or https://"],
    ],
    ["an upstream with a password", ["--upstream", "http://me:secret@host"], ["--upstream must not hold a user name"]],
    [
      "a provider that there is not",
      ["--upstream", "http://host", "--provider", "vlm"],
      ["--provider", "Did you mean vllm?"],
    ],
    ["a provider without an address", ["--provider", "vllm"], ["--upstream URL"]],
    ["a provider that needs one", ["--upstream", "custom"], ["give --upstream URL"]],
    ["a provider whose key is not set", ["--upstream", "openrouter"], ["OPENROUTER_API_KEY", "--api-key-env"]],
    [
      "a key variable that is not set",
      ["--upstream", "http://host", "--api-key-env", "NO_KEY"],
      ["NO_KEY", "API key", "not set"],
    ],
    [
      "a token variable that is not set",
      ["--upstream", "http://host", "--token-env", "NO_TOKEN"],
      ["NO_TOKEN", "token", "not set"],
    ],
    [
      "other machines without a token",
      ["--upstream", "http://host", "--host", "0.0.0.0"],
      ["--token-env NAME", "--insecure"],
    ],
    [
      "a host that is not this machine's",
      ["--upstream", "http://host", "--host", "192.0.2.1", "--insecure"],
      ["192.0.2.1", "--host"],
    ],
    ["a dialect that was misspelt", ["--upstream", "http://host", "--dialect", "hermse"], ['Did you mean "hermes"?']],
    ["a mode that there is not", ["--upstream", "http://host", "--mode", "xml"], ["auto, text, salvage, native"]],
    ["a port that is none", ["--upstream", "http://host", "--port", "70000"], ["--port", "65535"]],
    [
      "a log that cannot be written",
      ["--upstream", "http://host", "--log-contents", "/no/such/file"],
      ["/no/such/file", "cannot be written"],
    ],
    ["a model without a name", ["--upstream", "http://host", "--model", ""], ["--model", "empty"]],
    ["a host without a name", ["--upstream", "http://host", "--host", ""], ["--host", "empty"]],
    [
      "an origin that no browser says",
      ["--upstream", "http://host", "--allow-origin", "chat.example"],
      ["--allow-origin", "https://chat.example"],
    ],
    [
      "a package that is not installed",
      ["--upstream", "@ai-sdk/google", "--model", "gemini-3-pro"],
      ["the package @ai-sdk/google is not installed", "npm install @ai-sdk/google"],
    ],
    ["a model of such a package", ["--model", "@ai-sdk/google/gemini-3-pro"], ["@ai-sdk/google is not installed"]],
    [
      "a package, and a kind of server",
      ["--upstream", "@ai-sdk/google", "--provider", "vllm"],
      ["--provider", "leave it out"],
    ],
    ["no upstream and no local server", [], ["no local server was found", "--upstream URL"]],
  ])("%s gets one clear message and exit code 2", async (_, args, words) => {
    const { code, stdout, stderr } = await program.run(["bridge", ...args]);
    expect(code, stderr).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^millrace: \S/);
    expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
    expect(stderr).not.toMatch(/`(?!millrace --help)\w+`|secret/);
    for (const word of words) expect(stderr).toContain(word);
  });

  test("a port that is taken gets one clear message and exit code 2", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", () => resolve()));
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const { code, stderr } = await program.run(["bridge", "--upstream", "http://host", "--port", port]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `millrace: Port ${port} of 127.0.0.1 is taken, perhaps by another bridge: choose another with --port N, or any free one with --port 0.\n`,
    );
  });
});

describe("a signal to millrace bridge", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s lets an answer under way end, and ends with exit code %d", async (signal, exitCode) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const answers = [
      async () => {
        await held;
        return { text: "All of it." };
      },
    ];
    const server = await modelServer({ answers });
    const bridge = await startBridgeProcess(program, ["--upstream", server.url, "--model", "m"]);
    const asked = ask(bridge.url, { stream: true });
    await server.waitForRequest(1);
    bridge.kill(signal);
    await bridge.says(/going down/);
    release();
    expect(await (await asked).text()).toContain("All of it.");
    const { code, stdout } = await bridge.ended;
    expect(code).toBe(exitCode);
    expect(stdout).toMatch(/ 200 stop · /);
  });

  test("a second SIGINT ends it at once", async () => {
    const server = await modelServer({ answers: [{ parts: [{ text: "Hello, " }, { waitMs: 600_000 }] }] });
    const bridge = await startBridgeProcess(program, ["--upstream", server.url, "--model", "m"]);
    const answer = await ask(bridge.url, { stream: true });
    const cutOff = expect(answer.text()).rejects.toThrow();
    const request = await server.waitForRequest(1);
    bridge.kill("SIGINT");
    await bridge.says(/Ctrl-C again: at once/);
    bridge.kill("SIGINT");
    expect((await bridge.ended).code).toBe(130);
    await cutOff;
    expect(await request.ended).toBe("client-closed");
  });
});
