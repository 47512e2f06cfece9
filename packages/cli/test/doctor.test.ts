import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type ModelServer, modelPersona, type Scenario, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { answerPaths } from "./support/answer-paths.js";
import { buildProgram } from "./support/millrace.js";
import { runOnTerminal } from "./support/terminal.js";

const program = buildProgram();

async function serve(scenario: Scenario): Promise<ModelServer> {
  const server = await startModelServer({ scenario, judge: "off" });
  onTestFinished(() => server.close());
  return server;
}

/** The only local server, with a state folder of its own. */
function besides(server: ModelServer, name: string): Record<string, string> {
  return { OLLAMA_HOST: new URL(server.url).host, XDG_STATE_HOME: program.folder(name) };
}

function profilesIn(env: Record<string, string>): readonly string[] {
  const folder = join(env.XDG_STATE_HOME ?? "", "millrace", "profiles");
  return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")) : [];
}

describe("millrace doctor", () => {
  test("examines the model of the only local server, shows a table of 80 columns, and keeps what was measured", async () => {
    const env = besides(await serve(await modelPersona("liar")), "liar");
    const { code, stdout, stderr } = await program.run(["doctor"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^native call {11}bad {6}Tools are taken, but the call came as text/m);
    expect(stdout).toMatch(/^in text: llama3-json {2}good/m);
    expect(stdout).toMatch(/^Recommended: Use calls in text, dialect llama3-json/m);
    expect(stdout).toMatch(/^First request: about [\d,]+ tokens/m);
    expect(stdout).toMatch(/^What would help: /m);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toMatch(/^[\x20-\x7e\n]*$/);
    expect(stderr).toContain("the only model of the only local server");
    expect(stderr).toMatch(/kept in \S+\.json; run and bridge go by it/);
    expect(stderr).not.toContain("Asking");
    expect(profilesIn(env).map((text) => JSON.parse(text).values.protocol.value)).toEqual(["text"]);
  });

  test("--json is one object on one line, and --no-store keeps nothing", async () => {
    const env = besides(await serve(await modelPersona("cutter")), "cutter-json");
    const { code, stdout } = await program.run(["doctor", "--json", "--no-store"], { env });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({
      v: 1,
      model: "ollama/qwen2.5:7b",
      recommendation: { protocol: "native" },
      firstRequest: { tier: "full" },
    });
    expect(profilesIn(env)).toEqual([]);
  });

  test("what a server loads a model with is kept beside what was measured, though it said that only when it had loaded it", async () => {
    const server = await serve(await modelPersona("cutter"));
    let loaded = false;
    const proxy = createServer(async (request, response) => {
      const body = await request.toArray();
      loaded ||= request.url === "/v1/chat/completions";
      const url = new URL(request.url ?? "", server.url);
      const { method = "GET" } = request;
      const answer =
        url.pathname === "/api/ps" && !loaded
          ? Response.json({ models: [] })
          : await fetch(url, { method, ...(method === "POST" && { body: Buffer.concat(body) }) });
      response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const env = { OLLAMA_HOST: `127.0.0.1:${port}`, XDG_STATE_HOME: program.folder("loaded-late") };
    const { code, stderr } = await program.run(["doctor", "--wire", "openai-chat"], { env });
    expect(code, stderr).toBe(0);
    expect(profilesIn(env).map((text) => JSON.parse(text))).toMatchObject([
      { said: { window: 4_096 }, values: { window: { value: 4_096, from: "measured" } } },
    ]);
  });

  test("marks that reorder text in a model's name are shown, not obeyed", async () => {
    const server = await serve({ server: { kind: "ollama", models: [{ name: "a\u202eb" }] }, answers: [] });
    const { stdout, stderr } = await program.run(["doctor"], { env: besides(server, "reordered") });
    expect(stderr).toContain("Using ollama/a\\u202eb");
    expect(stdout + stderr).not.toContain("\u202e");
  });

  test("a model that is bad at everything is examined all the same: exit code 0", async () => {
    const server = await serve({ answers: [{ text: "No.", repeat: "always" }], prefix: "report" });
    const { code, stdout } = await program.run([
      ...["doctor", "--no-store", "--base-url", `${server.url}/v1`, "--model", "m"],
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain("No way of calling tools works with this model.");
  });

  test("where there are several, says which, and --all examines each", async () => {
    const models = [{ name: "one" }, { name: "two" }];
    const server = await serve({
      server: { kind: "ollama", models },
      answers: [{ text: "No.", repeat: "always" }],
      prefix: "report",
    });
    const env = besides(server, "several");
    const asked = await program.run(["doctor"], { env });
    expect(asked.code).toBe(2);
    expect(asked.stderr).toContain("--model ollama/one\n  --model ollama/two");
    expect(server.requests).toHaveLength(0);
    const many = await answerPaths({
      "/api/tags": { models: Array.from({ length: 500 }, (_, at) => ({ name: `m${at}` })) },
    });
    const listed = await program.run(["doctor"], { env: { OLLAMA_HOST: many } });
    expect(listed.stderr).toMatch(/--model ollama\/m14\n {2}… and 485 more: `millrace models` lists them\.\n$/);

    const all = await program.run(["doctor", "--all", "--json"], { env });
    expect(all.code).toBe(0);
    const lines = all.stdout.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).model)).toEqual(["ollama/one", "ollama/two"]);
  });

  test("--all: one that cannot be asked is said, and the others are examined", async () => {
    const env = besides(await serve(await modelPersona("cutter")), "all-but-one");
    const folder = program.folder("all-but-one/config/millrace");
    writeFileSync(join(folder, "config.json"), '{ "model": "openai/gpt-5" }');
    const { code, stdout, stderr } = await program.run(["doctor", "--all"], {
      env: { ...env, XDG_CONFIG_HOME: join(folder, "..") },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("OPENAI_API_KEY");
    expect(stdout).toContain("Recommended: ");
  });

  test("a request that is sent again is told, and so is nothing else in a pipe", async () => {
    const busy = { status: 429, headers: { "retry-after-ms": "20" }, body: { error: { message: "One at a time" } } };
    const server = await serve({ answers: [busy, { text: "No.", repeat: "always" }], prefix: "report" });
    const place = ["--base-url", `${server.url}/v1`, "--model", "m", "--no-store"];
    const { stderr } = await program.run(["doctor", ...place]);
    expect(stderr).toMatch(/^! Trying again in \d+ s \(1 of 3\): .*One at a time\n$/);
  });

  test("titles stand apart from verdicts however long a dialect's name is", async () => {
    const env = besides(await serve(await modelPersona("qwen2.5-coder")), "titles");
    const { stdout } = await program.run(["doctor", "--no-store"], { env });
    const titles = stdout.split("\n").filter((line) => /^in text/.test(line));
    expect(titles.length).toBeGreaterThan(0);
    for (const line of titles) expect(line).toMatch(/^in text: \S+ {2,}(?:good|limited|bad) /);
  });

  test("a hosted model is not asked unless somebody says yes to what it costs", async () => {
    const place = ["doctor", "--base-url", "http://hosted.invalid/v1", "--model", "m"];
    const asked = await program.run(place);
    expect(asked.code).toBe(2);
    expect(asked.stderr).toMatch(/is hosted: a dozen short requests, about [\d,]+ tokens in .*--yes/);
    const config = join(program.folder("priced"), "millrace");
    mkdirSync(config);
    writeFileSync(
      join(config, "config.json"),
      '{ "models": { "custom/m": { "prices": { "input": 1, "output": 10 } } } }',
    );
    const env = { XDG_CONFIG_HOME: program.folder("priced") };
    const thorough = await program.run([...place, "--thorough"], { env });
    expect(thorough.stderr).toMatch(/and long ones, .*about \$0\.07 by its prices/);
    // Its address is reached through a proxy, as nothing of this machine is hosted.
    const proxy = createServer((_, response) => response.writeHead(401).end('{"error":"no such key"}'));
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const agreed = await program.run([...place, "--yes"], { env: { http_proxy: `http://127.0.0.1:${port}` } });
    expect(agreed.code).toBe(10);
  });

  test("a folder that cannot be written loses nothing of what was found", async () => {
    const env = besides(await serve(await modelPersona("cutter")), "locked");
    chmodSync(env.XDG_STATE_HOME ?? "", 0o500);
    const { code, stdout, stderr } = await program.run(["doctor"], { env });
    // Nothing is locked for root.
    if (process.getuid?.() === 0) return;
    expect(code).toBe(20);
    expect(stdout).toContain("Recommended: Use native calls");
    expect(stderr).toContain("cannot be kept");
  });
});

describe("a server that cannot be asked", () => {
  test("no such model: what there is, exit code 2, nothing asked", async () => {
    const env = besides(await serve(await modelPersona("cutter")), "missing");
    const { code, stderr, stdout } = await program.run(["doctor", "--model", "ollama/qwen3:8b"], { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("ollama/qwen2.5:7b");
  });

  test("a wrong key ends with 10, and the key is not shown", async () => {
    const server = await serve({ server: { apiKey: "right" }, answers: [] });
    const place = ["doctor", "--base-url", `${server.url}/v1`, "--model", "m", "--api-key-env", "KEY"];
    const { code, stdout, stderr } = await program.run(place, { env: { KEY: "sk-secret-0123456789" } });
    expect(code).toBe(10);
    expect(stdout + stderr).not.toContain("sk-secret");
    expect(stdout).toMatch(/^reachable +unknown/m);
  });

  test("nothing that listens ends with 13", async () => {
    const place = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
    const { code, stdout, stderr } = await program.run(["doctor", ...place]);
    expect(code).toBe(13);
    // Why, where it was looked for; what to do, among what is said of the way. Neither twice.
    expect(stdout).toMatch(/^reachable +unknown +No connection/m);
    expect(stdout).toMatch(/ECONNREFUSED\s+127\.0\.0\.1:9\.\n/);
    expect(stdout).toMatch(/^1 request, /m);
    expect(stderr).toMatch(/^millrace: The examination of custom\/m ended at: reachable\. \S/);
    expect(stderr).not.toContain("ECONNREFUSED");
  });
});

test("at a terminal nothing stays of the line that says what is asked", async () => {
  const server = await serve(await modelPersona("cutter"));
  const run = runOnTerminal(program, ["doctor", "--no-store"], besides(server, "screen"));
  expect(await run.ended).toBe(0);
  const asked = run.screen.lastIndexOf("Asking: ");
  const table = run.screen.indexOf("ollama/qwen2.5:7b at ", asked);
  expect(run.screen.slice(asked, table)).toContain("\u001b[1A\r\u001b[J");
});

test("Ctrl-C leaves what was found so far, and keeps it", async () => {
  const answers: Scenario["answers"] = [
    { text: "pelican" },
    { text: "391" },
    { text: "never", fault: { end: "stall", at: "before-headers" }, repeat: "always" },
  ];
  const server = await serve({ answers, prefix: "report" });
  const state = program.folder("interrupted");
  const run = runOnTerminal(program, ["doctor", "--base-url", `${server.url}/v1`, "--model", "m"], {
    XDG_STATE_HOME: state,
  });
  await run.until("Asking: native call");
  await server.waitForRequest(3);
  run.type("\u0003");
  expect(await run.ended).toBe(130);
  expect(run.screen).toContain("It answers without reasoning.");
  expect(run.screen.indexOf("millrace: stopping")).toBeLessThan(run.screen.indexOf("It answers without reasoning."));
  expect(run.screen).not.toContain("parallel");
  const [kept = "{}"] = profilesIn({ XDG_STATE_HOME: state });
  expect(Object.keys(JSON.parse(kept).values)).toEqual(["reasoning"]);
});

describe("asked at a terminal about the cost of a hosted model", () => {
  const hosted = ["doctor", "--base-url", "http://hosted.invalid/v1", "--model", "m"];

  test("no asks nothing of it", async () => {
    const run = runOnTerminal(program, hosted);
    await run.until("Examine it? [y/n]");
    run.type("n\r");
    expect(await run.ended).toBe(0);
    expect(run.screen).not.toContain("reachable");
  });

  test.each([
    ["Ctrl-C", "\u0003", 130],
    ["the end of the input", "\u0004", 0],
  ])("%s is a no", async (_, key, code) => {
    const run = runOnTerminal(program, hosted);
    await run.until("Examine it? [y/n]");
    run.type(key);
    expect(await run.ended).toBe(code);
    expect(run.screen).not.toContain("reachable");
  });
});

describe("run goes by what doctor found", () => {
  /** The persona with the answers to one task behind it. */
  async function examined(name: string): Promise<{ requests: ModelServer["requests"]; env: Record<string, string> }> {
    const server = await serve(await modelPersona(name));
    const env = besides(server, `then-run-${name}`);
    expect((await program.run(["doctor"], { env })).code).toBe(0);
    const before = server.requests.length;
    await program.run(["run", "--yes", "--cwd", program.folder(`work-${name}`), "Say hello."], { env });
    return { requests: server.requests.slice(before), env };
  }

  test("a model whose native calls come as text gets its tools taught in the dialect that came out best", async () => {
    const { requests } = await examined("liar");
    expect(requests.length).toBeGreaterThan(0);
    for (const { json } of requests) {
      expect(json.tools).toBeUndefined();
      expect(JSON.stringify(json)).toContain('\\"parameters\\"');
    }
  });

  test("a model that calls natively gets its tools in the request", async () => {
    const { requests } = await examined("cutter");
    expect(requests.length).toBeGreaterThan(0);
    for (const { json } of requests) expect(json.tools).not.toHaveLength(0);
  });
});
