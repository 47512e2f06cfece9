import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createModelClient, createProfileStore } from "@millrace/models";
import { type Answer, type ModelServer, type Persona, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { stateFolder } from "../src/config/state-folder.js";
import { LearntProfile } from "../src/profiles/remember.js";
import { userWords } from "../src/profiles/user-words.js";
import { answerPaths } from "./support/answer-paths.js";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();
const servers: ModelServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answers: readonly Answer[], persona: Persona): Promise<ModelServer> {
  const server = await startModelServer({ scenario: { answers, server: persona } });
  servers.push(server);
  return server;
}

const OLLAMA: Persona = { kind: "ollama", models: [{ name: "qwen3:8b", window: 32_768 }, { name: "gemma3:4b" }] };
const AT = "2026-11-30T10:00:00.000Z";

/** A store of one test, and the environment in which the program uses it. */
function stateOf(name: string) {
  const state = join(program.folder(name), "state");
  const folder = join(state, "millrace", "profiles");
  return { folder, env: { XDG_STATE_HOME: state }, store: createProfileStore({ folder }) };
}

describe("the folder of what is learnt", () => {
  test("is what XDG_STATE_HOME says where that is absolute, and each platform's own otherwise", () => {
    expect(stateFolder({ XDG_STATE_HOME: "/x", HOME: "/h" }, "linux")).toBe("/x/millrace");
    expect(stateFolder({ XDG_STATE_HOME: "x", HOME: "/h" }, "linux")).toBe("/h/.local/state/millrace");
    expect(stateFolder({ HOME: "/h" }, "darwin")).toBe("/h/Library/Application Support/millrace");
    expect(stateFolder({ HOME: "/h", LOCALAPPDATA: "/local" }, "win32")).toBe("/local/millrace");
    // Nothing is written into the folder that is worked in.
    for (const HOME of ["", "here"]) {
      expect(stateFolder({ HOME }, "linux")).toBe(`${userInfo().homedir}/.local/state/millrace`);
    }
  });
});

describe("a model that is not there", () => {
  test("is an error before anything is sent, with the nearest name and how to get it", async () => {
    const server = await serve([], OLLAMA);
    const { code, stderr } = await program.run(["run", "--model", "ollama/qwen3:9b", "go"], {
      env: { OLLAMA_HOST: server.url },
    });
    expect(code).toBe(2);
    expect(stderr).toBe(
      `millrace: --model ollama/qwen3:9b: the server at ${server.url} has no such model. Did you mean ollama/qwen3:8b? Get it with \`ollama pull qwen3:9b\`. It has: ollama/qwen3:8b, ollama/gemma3:4b.\n`,
    );
    expect(server.requests).toEqual([]);
  });

  test.each([
    ["lmstudio", "lms get"],
    ["vllm", "vllm serve"],
  ] as const)("is one at %s, too", async (kind, way) => {
    const server = await serve([], { ...OLLAMA, kind });
    const args = ["run", "--base-url", `${server.url}/v1`, "--model", `${kind}/nothing-like-it`, "go"];
    const { code, stderr } = await program.run(args);
    expect(code).toBe(2);
    expect(stderr).toContain(`${way} nothing-like-it`);
    expect(stderr).toContain(`${kind}/gemma3:4b`);
    expect(server.requests).toEqual([]);
  });

  test("is none at llama.cpp, which answers to any name: who really answers is said", async () => {
    const server = await serve([{ text: "Hello." }], {
      kind: "llama.cpp",
      models: [{ name: "gemma-3-4b-it-Q4_K_M.gguf" }],
    });
    const run = (name: string) =>
      program.run(["run", "--base-url", `${server.url}/v1`, "--model", `llamacpp/${name}`, "go"]);
    const { code, stdout, stderr } = await run("qwen3");
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("Hello.\n");
    expect(stderr).toContain("llamacpp/qwen3 is answered by gemma-3-4b-it-Q4_K_M.gguf");
  });

  test("is said where an answer comes from another", async () => {
    const url = await answerPaths({
      "/v1/chat/completions": {
        model: "tiny-1b",
        choices: [{ index: 0, message: { role: "assistant", content: "Hello." }, finish_reason: "stop" }],
      },
    });
    const { code, stdout, stderr } = await program.run([
      "run",
      "--base-url",
      `${url}/v1`,
      "--model",
      "large-70b",
      "go",
    ]);
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("Hello.\n");
    expect(stderr).toContain("The server answers as tiny-1b, not as custom/large-70b.");
  });
});

describe("what was learnt of a model", () => {
  test("counts in the next run: what was measured goes before what the server says", async () => {
    const { store, env } = stateOf("measured");
    const server = await serve([{ text: "Hello." }], OLLAMA);
    const place = { server: server.url, model: "qwen3:8b" };
    await store.write(place, {
      protocol: { value: "text", from: "measured", at: AT, why: "its native calls came out wrong" },
      dialect: { value: "hermes", from: "measured", at: AT },
    });
    const { code, stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, OLLAMA_HOST: server.url },
    });
    expect(code, stderr).toBe(0);
    expect(server.requests[0]?.json.tools).toBeUndefined();
    expect(JSON.stringify(server.requests[0]?.json)).toContain("<tool_call>");
  });

  test("no longer counts where the server says otherwise, and that is said with the remedy", async () => {
    const { store, env } = stateOf("stale");
    const server = await serve([{ text: "Hello." }], OLLAMA);
    const place = { server: server.url, model: "qwen3:8b" };
    await store.write(place, { window: { value: 4096, from: "measured", at: AT } }, { window: 8192 });
    const { stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, OLLAMA_HOST: server.url },
    });
    expect(stderr).toContain(
      "ollama/qwen3:8b: The server says otherwise than when its model was measured (window 8192 is now 32768)",
    );
    expect(stderr).toContain("millrace doctor");
  });

  test("is damaged: the run says where and what, goes on, and what is good counts", async () => {
    const { store, env } = stateOf("damaged");
    const server = await serve([{ text: "Hello." }], OLLAMA);
    const { path } = await store.write(
      { server: server.url, model: "qwen3:8b" },
      { protocol: { value: "text", from: "measured", at: AT }, window: { value: 4096, from: "measured", at: AT } },
    );
    writeFileSync(path, readFileSync(path, "utf8").replace("4096", '"8k"'));
    const { code, stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, OLLAMA_HOST: server.url },
    });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(`${path}: \`values.window.value\` is "8k"; it must be a whole number of tokens above 0.`);
    expect(server.requests[0]?.json.tools).toBeUndefined();
  });

  test("is kept at the end of a run, for the next one", async () => {
    const { folder, env } = stateOf("learnt");
    const wrong: Answer = { calls: [{ name: "no_such_tool", arguments: {} }] };
    const server = await serve([wrong, wrong, { text: "Hello." }], OLLAMA);
    const { stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, OLLAMA_HOST: server.url },
    });
    expect(stderr).toContain("Tool calls are now written as text");
    const [name = ""] = readdirSync(folder);
    const kept = JSON.parse(readFileSync(join(folder, name), "utf8"));
    expect(kept).toMatchObject({
      server: server.url,
      model: "qwen3:8b",
      said: { window: 32_768 },
      values: { protocol: { value: "text", from: "measured", why: expect.stringContaining("came out wrong") } },
    });
  });

  test("of a window is kept beside the one that the server says by then", async () => {
    const { store } = stateOf("loaded-by-the-run");
    const url = await answerPaths({
      "/api/show": { model_info: { "a.context_length": 32_768 } },
      "/api/ps": { models: [{ name: "qwen3:8b", context_length: 4096 }] },
    });
    const model = createModelClient({ model: "ollama/qwen3:8b", baseUrl: url, wire: "openai-chat", env: {} });
    const learnt = new LearntProfile();
    const body = {
      type: "profile-learned",
      patch: { window: { value: 4096, from: "measured", at: AT } },
      why: "w",
    } as const;
    learnt.add({ v: 1, seq: 1, at: Date.parse(AT), ...body });
    const place = { server: url, model: "qwen3:8b" };
    expect(await learnt.keep(store, { place, asked: { facts: {}, profile: {}, said: {} } }, model)).toBeUndefined();
    expect((await store.read(place)).said.window).toBe(4096);
  });

  test("cannot be kept: that is said, and the run is what it was", async () => {
    const { folder, env } = stateOf("unwritable");
    mkdirSync(join(folder, ".."), { recursive: true });
    writeFileSync(folder, "");
    const wrong: Answer = { calls: [{ name: "no_such_tool", arguments: {} }] };
    const server = await serve([wrong, wrong, { text: "Hello." }], OLLAMA);
    const { code, stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, OLLAMA_HOST: server.url },
    });
    expect(code).toBe(0);
    expect(stderr).toContain("What was learnt of the model cannot be kept in");
  });
});

describe("the user's word on a model", () => {
  const user = { from: "user", at: expect.any(String) };

  test("is a profile, from the longest name that fits, value by value", () => {
    const models = {
      "*": { contextTokens: 8192, parallel: false },
      "ollama/qwen*": { contextTokens: 16_384, protocol: "text" as const },
      "ollama/qwen3:8b": { prices: { input: 1, output: 2 }, maxOutputTokens: 100, bytesPerToken: 3.5 },
      "ollama/qwen": { dialect: "glm" },
      "ollama.qwen3:8b": { dialect: "glm" },
    };
    expect(userWords("ollama/qwen3:8b", models)).toEqual({
      prices: { value: { input: 1, output: 2 }, ...user },
      maxOutput: { value: 100, ...user },
      bytesPerToken: { value: 3.5, ...user },
      window: { value: 16_384, ...user },
      protocol: { value: "text", ...user },
      parallel: { value: false, ...user },
    });
    expect(userWords("vllm/other", models)).toMatchObject({ window: { value: 8192 } });
    const reasoning = { form: "tags" as const, back: "drop" as const, opensInPrompt: true };
    expect(userWords("a/b", { "a/b": { reasoning } })).toEqual({ reasoning: { ...reasoning, ...user } });
    expect(userWords("a/b")).toEqual({});
  });

  test("goes before what was measured, in a run", async () => {
    const { store, env } = stateOf("user");
    const server = await serve([{ text: "Hello." }], OLLAMA);
    const protocol = { value: "text", from: "measured", at: AT } as const;
    await store.write({ server: server.url, model: "qwen3:8b" }, { protocol });
    const config = join(program.folder("user-config"), "millrace");
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, "config.json"), '{ "models": { "ollama/qwen3*": { "protocol": "native" } } }');
    const { code, stderr } = await program.run(["run", "--model", "ollama/qwen3:8b", "go"], {
      env: { ...env, XDG_CONFIG_HOME: join(config, ".."), OLLAMA_HOST: server.url },
    });
    expect(code, stderr).toBe(0);
    expect(server.requests[0]?.json.tools).toEqual(expect.any(Array));
  });
});
