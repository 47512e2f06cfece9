import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createProfileStore } from "@millrace/models";
import { describe, expect, test } from "vitest";
import { readNvidiaMemory } from "../src/models/machine-memory.js";
import { memoryFit } from "../src/models/memory-fit.js";
import { showBytes, showTokens } from "../src/models/show-sizes.js";
import { tableLines } from "../src/models/table.js";
import { wrapText } from "../src/output/wrap-text.js";
import { answerPaths } from "./support/answer-paths.js";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();

const shownQwen = {
  details: { quantization_level: "Q4_K_M" },
  capabilities: ["completion", "tools", "thinking"],
  model_info: {
    "general.architecture": "qwen3",
    "qwen3.context_length": 40_960,
    "qwen3.block_count": 2,
    "qwen3.attention.head_count_kv": 2,
    "qwen3.attention.key_length": 64,
    "qwen3.attention.value_length": 64,
  },
};
const ollama = () =>
  answerPaths({
    "/api/tags": {
      models: [
        { name: "qwen3:8b", size: 5_000_000, details: { quantization_level: "Q4_K_M" } },
        { name: "hf.co/somebody/A-Model-With-A-Very-Long-Name-GGUF:Q8_0", size: 9e12 },
        { name: "nomic-embed-text:latest", size: 1, details: { family: "nomic-bert" } },
      ],
    },
    "/api/show": shownQwen,
    "/api/ps": { models: [] },
  });

const AT = "2026-11-30T10:00:00.000Z";

describe("millrace models", () => {
  test("lists the models of each local server within 80 columns: size, window, tools, fit, and what is known from where", async () => {
    const url = await ollama();
    const store = createProfileStore({ folder: join(program.home, ".local", "state", "millrace", "profiles") });
    await store.write({ server: url, model: "qwen3:8b" }, { dialect: { value: "hermes", from: "measured", at: AT } });
    const { code, stdout, stderr } = await program.run(["models"], { env: { OLLAMA_HOST: url } });
    expect(code, stderr).toBe(0);
    expect(stderr).toBe("");
    expect(stdout).toContain(`Ollama at ${url}\n`);
    expect(stdout).toMatch(/^MODEL +SIZE +QUANT +WINDOW +TOOLS +THINKS +FITS$/m);
    expect(stdout).toMatch(/^ollama\/qwen3:8b +5 MB +Q4_K_M +40k +native +yes +yes$/m);
    expect(stdout).toMatch(/^ {2}needs 5[\d.]+ MB with a window of 32k; .+ are free$/m);
    expect(stdout).toMatch(/^ {2}measured 2026-11-30: dialect; server: window, .*reasoning/m);
    expect(stdout).toMatch(/^ollama\/hf\.co\/somebody\/A-Model-With-A-Very-Long-Name-GGUF:Q8_0$/m);
    expect(stdout).toMatch(/its weights alone need 9001 GB of/);
    expect(stdout).not.toContain("nomic");
    expect(stdout).toContain('millrace run --model ollama/qwen3:8b "fix the failing test"');
    expect(stdout).toContain("millrace doctor --model ollama/qwen3:8b");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test("a name that a shell would act on is quoted wherever it may be copied from", async () => {
    const url = await answerPaths({ "/api/tags": { models: [{ name: "a;$(touch b) c" }] }, "/api/show": {} });
    const { stdout } = await program.run(["models"], { env: { OLLAMA_HOST: url } });
    expect(stdout).toMatch(/^'ollama\/a;\$\(touch b\) c' /m);
    expect(stdout).toContain("millrace run --model 'ollama/a;$(touch b) c' ");
  });

  test("--json is a list for programs, with every value's source", async () => {
    const { code, stdout } = await program.run(["models", "--json"], { env: { OLLAMA_HOST: await ollama() } });
    expect(code).toBe(0);
    const [first] = JSON.parse(stdout);
    expect(first).toMatchObject({
      model: "ollama/qwen3:8b",
      sizeBytes: 5_000_000,
      trained: 40_960,
      fits: { fits: "yes", why: expect.any(String) },
      profile: { window: { value: 40_960, from: "server", at: expect.any(String) }, protocol: { from: "server" } },
      doctor: ["millrace", "doctor", "--model", "ollama/qwen3:8b"],
    });
  });

  test("without a server says how to start one, with exit code 2", async () => {
    const { code, stdout, stderr } = await program.run(["models"]);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(stderr).toContain("No local model server was found");
    for (const way of ["ollama serve", "lms server start", "llama-server -m", "vllm serve", "--provider openrouter"])
      expect(stderr).toContain(way);
  });

  test.each([
    [["--provider", "olama"], "Did you mean ollama?"],
    [["--provider", "openrouter"], "OPENROUTER_API_KEY"],
    [["--provider", "ollama"], "Start it with `ollama serve`"],
    [["--provider", "custom"], "--base-url"],
  ])("%j that cannot be listed is one clear message and exit code 2", async (args, words) => {
    const { code, stderr } = await program.run(["models", ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("of a hosted provider are its list with prices; of the configured model they are kept for runs", async () => {
    const entry = { context_length: 262_144, pricing: { prompt: "0.0000003", completion: "0" } };
    const url = await answerPaths({
      "/v1/models": {
        data: [
          { id: "acme/coder", ...entry },
          { id: "other", ...entry },
        ],
      },
    });
    const home = program.folder("hosted");
    mkdirSync(join(home, "config", "millrace"), { recursive: true });
    const config = { model: "openrouter/acme/coder", baseUrl: `${url}/v1` };
    writeFileSync(join(home, "config", "millrace", "config.json"), JSON.stringify(config));
    const env = { XDG_CONFIG_HOME: join(home, "config"), XDG_STATE_HOME: join(home, "state") };
    const { code, stdout, stderr } = await program.run(["models", "--provider", "openrouter"], { env });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^MODEL +WINDOW +TOOLS +THINKS +\$\/M IN, OUT$/m);
    expect(stdout).toMatch(/^openrouter\/acme\/coder +256k +\? +\? +0\.3, free$/m);
    const folder = join(home, "state", "millrace", "profiles");
    const kept = readdirSync(folder);
    expect(kept).toEqual([expect.stringContaining("acme-coder")]);
    expect(JSON.parse(readFileSync(join(folder, kept[0] ?? ""), "utf8")).values.prices).toMatchObject({
      value: { input: 0.3, output: 0 },
      from: "server",
    });
  });
});

describe("whether a model fits", () => {
  const GB = 1e9;
  const memory = { total: 16 * GB, free: 8 * GB };
  const model = { sizeBytes: 5 * GB, cacheBytesPerToken: 50_000 };

  test.each([
    ["it is loaded", { loaded: true }, 32_768, memory, "yes"],
    ["weights and cache are free", model, 32_768, memory, "yes"],
    ["there is room, but not free", model, 131_072, memory, "tight"],
    ["there is no room for the cache", model, 1_048_576, memory, "no"],
    ["there is no room for the weights, whatever its cache", { sizeBytes: 20 * GB }, 4096, memory, "no"],
    ["its size is not said", { cacheBytesPerToken: 1 }, 4096, memory, "not known"],
    ["its cache is not known", { sizeBytes: 5 * GB }, 4096, memory, "not known"],
    ["the GPU has it free", model, 32_768, { ...memory, gpu: { total: 12 * GB, free: 11 * GB } }, "yes"],
    ["only a part is free at the GPU", model, 32_768, { ...memory, gpu: { total: 6 * GB, free: 6 * GB } }, "tight"],
    ["a machine does not tell what is free", model, 32_768, { total: 16 * GB }, "yes"],
  ])("where %s", (_, facts, window, machine, fits) => {
    expect(memoryFit(facts, window, machine, "linux")).toMatchObject({ fits, why: expect.stringMatching(/\w/) });
  });

  test("on a Mac is judged by the share that models get", () => {
    const facts = { sizeBytes: 12 * GB, cacheBytesPerToken: 1 };
    expect(memoryFit(facts, 4096, { total: 16 * GB }, "darwin").fits).toBe("no");
    expect(memoryFit(facts, 4096, { total: 16 * GB }, "linux").fits).toBe("yes");
  });

  test("goes by the sum of all that the driver names, and by nothing that it does not say", () => {
    expect(readNvidiaMemory("24564, 23010\n24564, 20000\n")).toEqual({ total: 51_514_441_728, free: 45_099_253_760 });
    expect(readNvidiaMemory("[N/A], [N/A]\n")).toBeUndefined();
    expect(readNvidiaMemory("")).toBeUndefined();
  });
});

describe("what is listed", () => {
  test("has sizes that people know", () => {
    expect([5_225_388_164, 640_000_000, 130e9].map(showBytes)).toEqual(["5.2 GB", "640 MB", "130 GB"]);
    expect([512, 4096, 40_960, 200_000, 1_048_576, 32_000].map(showTokens)).toEqual([
      "512",
      "4k",
      "40k",
      "200k",
      "1M",
      "32k",
    ]);
  });

  test("leaves out columns with nothing in them, and gives a long name a line of its own", () => {
    const columns = [
      { title: "A", cell: (row: string[]) => row[0] ?? "" },
      { title: "B", cell: () => "" },
      { title: "C", cell: (row: string[]) => row[1] ?? "" },
    ];
    expect(
      tableLines(
        [
          ["x", "1"],
          ["longer", "2"],
        ],
        columns,
        4,
      ),
    ).toEqual({
      head: "A  C",
      rows: [["x  1"], ["longer", "   2"]],
    });
    expect(wrapText("one two three", 9, "  ")).toEqual(["  one two", "  three"]);
    expect(wrapText("", 9, "  ")).toEqual([]);
  });
});
