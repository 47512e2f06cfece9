import { describe, expect, test } from "vitest";
import { ask, PATHS, QUESTIONS, start } from "./support/start.js";

describe("paths", () => {
  test.each(PATHS)("%s is taken without /v1, with it twice, and with a slash at the end", async (path) => {
    const { bridge } = await start([{ text: "Hello.", repeat: 5 }]);
    const bare = path.slice("/v1".length);
    for (const written of [path, bare, `/v1${path}`, `${path}/`, `${path}?beta=true`]) {
      const answer = await fetch(`${bridge.url}${written}`, { method: "POST", body: JSON.stringify(QUESTIONS[path]) });
      expect([written, answer.status]).toEqual([written, 200]);
    }
  });

  test("one that is not there gets an error that names those that are", async () => {
    const { bridge } = await start([]);
    const answer = await fetch(`${bridge.url}/v1/embeddings`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(404);
    const { error } = (await answer.json()) as { error: { message: string } };
    expect(error.message).toContain("no /v1/embeddings");
    expect(error.message).toContain(
      "POST /v1/messages/count_tokens, GET /v1/models, GET /v1/models/NAME, GET /healthz",
    );
  });

  test("a client of Anthropic's wire is told so in its own format", async () => {
    const { bridge } = await start([]);
    const headers = { "anthropic-version": "2023-06-01" };
    for (const path of ["/v1/complete", "/v1/messages/batches"]) {
      const answer = await fetch(`${bridge.url}${path}`, { method: "POST", body: "{}", headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ type: "error", error: { type: "not_found_error" } });
    }
  });

  test.each([
    ["GET", "/v1/chat/completions", "POST"],
    ["PUT", "/v1/messages", "POST"],
    ["DELETE", "/responses", "POST"],
    ["POST", "/v1/models", "GET"],
    ["OPTIONS", "/v1/models", "GET"],
    ["POST", "/healthz", "GET"],
  ])("%s %s is answered 405, with the method that it takes", async (method, path, allowed) => {
    const { bridge } = await start([]);
    const answer = await fetch(`${bridge.url}${path}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allowed);
    expect(await answer.text()).toContain(`${path} is asked with ${allowed}, not with ${method}`);
  });
});

describe("the list of models", () => {
  const ANTHROPIC = { "anthropic-version": "2023-06-01" };

  test("is the upstream's, in OpenAI's form", async () => {
    const { bridge } = await start([]);
    const list = await (await fetch(`${bridge.url}/v1/models`)).json();
    const entry = { id: "scripted", object: "model", created: 0, owned_by: "millrace" };
    expect(list).toEqual({ object: "list", data: [entry] });
    expect(await (await fetch(`${bridge.url}/models/scripted`)).json()).toEqual(entry);
  });

  test("is in Anthropic's form for its clients", async () => {
    const { bridge } = await start([]);
    const list = await (await fetch(`${bridge.url}/v1/models?limit=20`, { headers: ANTHROPIC })).json();
    expect(list).toEqual({
      data: [{ type: "model", id: "scripted", display_name: "scripted", created_at: "1970-01-01T00:00:00Z" }],
      has_more: false,
      first_id: "scripted",
      last_id: "scripted",
    });
  });

  test("is the one model that always answers, which is there by any name", async () => {
    const { bridge } = await start([], { model: "qwen/coder" });
    const list = await (await fetch(`${bridge.url}/v1/models`)).json();
    expect(list).toMatchObject({ data: [{ id: "qwen/coder" }] });
    for (const name of ["qwen/coder", "gpt-5", "a/b/c"]) {
      expect(await (await fetch(`${bridge.url}/v1/models/${name}`)).json()).toMatchObject({ id: name });
    }
  });

  test("has no model that the upstream has not", async () => {
    const { bridge } = await start([]);
    const answer = await fetch(`${bridge.url}/v1/models/gpt-5`, { headers: ANTHROPIC });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: { type: "not_found_error", message: expect.stringContaining("gpt-5") },
    });
  });

  test("is an error where the upstream does not answer", async () => {
    const { bridge, upstream } = await start([]);
    await upstream.close();
    const answer = await fetch(`${bridge.url}/v1/models`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain(upstream.url);
  });
});

describe("counting tokens", () => {
  test("is our estimate of the prompt as it would be sent, tools among it, and asks nobody", async () => {
    const { bridge, upstream } = await start([], { mode: "text" });
    const count = async (more: object) => {
      const body = JSON.stringify({ ...QUESTIONS["/v1/messages"], ...more });
      const answer = await fetch(`${bridge.url}/v1/messages/count_tokens`, { method: "POST", body });
      expect(answer.status).toBe(200);
      const { input_tokens } = (await answer.json()) as { input_tokens: number };
      return input_tokens;
    };
    const plain = await count({});
    const tools = [
      {
        name: "read_file",
        description: "Reads a file.",
        input_schema: { type: "object", properties: { path: { type: "string" } } },
      },
    ];
    expect(plain).toBeGreaterThan(0);
    expect(await count({ tools })).toBeGreaterThan(plain + 50);
    expect(await count({ messages: [{ role: "user", content: "word ".repeat(1_000) }] })).toBeGreaterThan(plain + 900);
    expect(upstream.requests).toHaveLength(0);
  });

  test("counts a schema as it would be sent, without its references", async () => {
    const { bridge } = await start([], { mode: "salvage" });
    const count = async (input_schema: object) => {
      const body = JSON.stringify({ ...QUESTIONS["/v1/messages"], tools: [{ name: "a", input_schema }] });
      const answer = await fetch(`${bridge.url}/v1/messages/count_tokens`, { method: "POST", body });
      return answer.json();
    };
    const properties = { text: { type: "string", description: "Long words. ".repeat(50) } };
    const written = { type: "object", properties: { a: { properties }, b: { properties } } };
    const referred = { type: "object", properties: { a: { $ref: "#/$defs/x" }, b: { $ref: "#/$defs/x" } } };
    expect(await count({ ...referred, $defs: { x: { properties } } })).toEqual(await count(written));
  });

  test("of a request that is none is an error of Anthropic's", async () => {
    const { bridge } = await start([]);
    const answer = await fetch(`${bridge.url}/v1/messages/count_tokens`, { method: "POST", body: "{}" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
  });
});

describe("health", () => {
  test("says what runs, and asks the upstream only when it is told to", async () => {
    const { bridge, upstream } = await start([], { version: "1.2.3" });
    const address = `${upstream.url}/v1`;
    const said = await fetch(`${bridge.url}/healthz`);
    expect(await said.json()).toEqual({ status: "ok", version: "1.2.3", upstream: { provider: "custom", address } });
    expect(upstream.lookUps).toHaveLength(0);
    const asked = await fetch(`${bridge.url}/healthz?upstream=1`);
    expect([asked.status, await asked.json()]).toMatchObject([200, { upstream: { answers: true } }]);
    await upstream.close();
    const lost = await fetch(`${bridge.url}/healthz?upstream=1`);
    expect([lost.status, await lost.json()]).toMatchObject([
      503,
      { status: "upstream unreachable", upstream: { answers: false } },
    ]);
    expect((await fetch(`${bridge.url}/healthz`)).status).toBe(200);
  });
});

describe("a question", () => {
  test("to no model gets a clear error", async () => {
    const { bridge } = await start([]);
    const body = JSON.stringify({ messages: [{ role: "user", content: "Hi" }] });
    const answer = await ask(bridge, "/v1/chat/completions", { body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("No model is named");
  });
});
