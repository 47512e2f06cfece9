import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createModelClient, familyProfile, findFamily, MODEL_FAMILIES } from "../../src/index.js";
import { serve } from "../support/serve.js";

const profileOf = (model: string, baseUrl?: string) =>
  createModelClient({ model, env: {}, apiKey: "k", ...(baseUrl !== undefined && { baseUrl }) }).profile;

describe("a model's family", () => {
  test.each(MODEL_FAMILIES.map((row) => [row.sample, row] as const))(
    "is found in %s, and no row before it fits",
    (sample, row) => {
      expect(findFamily(sample)).toBe(row);
    },
  );

  test.each([
    ["qwen3-coder:30b", "Qwen3-Coder"],
    ["Qwen/Qwen3-Coder-30B-A3B-Instruct", "Qwen3-Coder"],
    ["hf.co/unsloth/GLM-4.6-GGUF:Q4_K_M", "GLM-4.5 to 5"],
    ["mistralai/Mistral-Nemo-Instruct-2407", "Mistral Nemo"],
    ["C:\\models\\gemma-2-9b-it-Q4_K_M.gguf", "Gemma 2"],
    ["bartowski/google_gemma-3-12b-it-GGUF", "Gemma 3"],
    ["CohereForAI_c4ai-command-r7b-12-2024-GGUF", "Command R+, Command R7B"],
    ["Meta-Llama-3.1-8B-Instruct", "Llama 3.1 to 3.3"],
    ["meta-llama_Llama-3.2-3B-Instruct", "Llama 3.1 to 3.3"],
    ["accounts/fireworks/models/llama-v3p1-8b-instruct", "Llama 3.1 to 3.3"],
    ["/srv/models/Phi-4-mini-instruct/", "Phi-3.5, Phi-4, Phi-4-mini"],
    ["  PHI4:14b ", "Phi-3.5, Phi-4, Phi-4-mini"],
    ["unsloth/gpt-oss-20b-GGUF", "gpt-oss"],
    // What they were made from stands in their names, too.
    ["deepseek-ai/DeepSeek-R1-Distill-Llama-8B", "DeepSeek-R1-Distill"],
    ["deepseek-r1:8b", "DeepSeek-R1-Distill"],
    ["deepseek-r1:671b", "DeepSeek-R1"],
    ["nvidia/Llama-3.1-Nemotron-70B-Instruct-HF", "Llama 3.1 to 3.3"],
    ["NousResearch/Hermes-3-Llama-3.1-8B", "Hermes 2 and 3"],
    ["allenai/Llama-3.1-Tulu-3-8B", "Tulu 3"],
    ["mistral-small3.2:24b", "Mistral Small 3.1 and 3.2"],
    ["devstral:24b", "Devstral Small 2505"],
    // Some hosts write a version with a dash.
    ["glm-4-7-251222", "GLM-4.5 to 5"],
    ["glm-4-9b-chat", "GLM-4"],
    ["deepseek-v3-2-251201", "DeepSeek-V3.2 and V4"],
    ["deepseek-v3-1-terminus", "DeepSeek-V3.1"],
    ["deepseek-v3-250324", "DeepSeek-V3"],
    ["mistral-small:latest", "Mistral Small 3"],
  ])("is found in %s: %s", (model, family) => {
    expect(findFamily(model)?.family).toBe(family);
  });

  test.each([
    "my-model",
    "gpt-5.2",
    "claude-sonnet-5",
    "Llama-3-Groq-8B-Tool-Use",
    "my-finetune-of-gemma-2",
    "mistral-small-4-119b-2603",
    "Devstral-2-123B-Instruct-2512",
    "nvidia/mistral-nemotron",
    "mistral-small-latest",
    "mistral-large-latest",
    "llama-guard",
    "",
    "/",
  ])("is not guessed where the name is another's: %j", (model) => {
    expect(findFamily(model)).toBeUndefined();
    expect(familyProfile(model)).toEqual({});
  });

  test("is looked for in any text without a throw", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (model) => typeof familyProfile(model) === "object"));
  });

  test("holds each published template once", () => {
    const templates = MODEL_FAMILIES.flatMap((row) => row.templates);
    expect(new Set(templates).size).toBe(templates.length);
  });
});

describe("what follows from a family", () => {
  test("is said with its source and its reason", () => {
    expect(familyProfile("gemma2:9b")).toEqual({
      protocol: {
        value: "text",
        from: "catalogue",
        at: expect.any(String),
        why: "its chat template refuses tools or their results",
      },
      systemText: {
        value: "first-user",
        from: "catalogue",
        at: expect.any(String),
        why: "its chat template refuses a system message",
      },
    });
    expect(familyProfile("llama3.3:70b")).toMatchObject({ protocol: { value: "native" }, parallel: { value: false } });
    expect(familyProfile("phi4:14b")).toEqual({
      protocol: { value: "text", from: "catalogue", at: expect.any(String), why: expect.any(String) },
    });
  });

  test.each([
    ["qwen3:8b", ["hermes", "markdown-json"]],
    ["Qwen/Qwen3-Coder-30B-A3B-Instruct", ["qwen3-coder", "hermes", "markdown-json"]],
    ["llama3.1:8b", ["llama3-json", "hermes", "markdown-json"]],
    ["hf.co/unsloth/GLM-4.6-GGUF:Q4_K_M", ["glm", "hermes", "markdown-json"]],
    ["gpt-oss:20b", ["harmony", "hermes", "markdown-json"]],
    ["gemma2:9b", undefined],
  ])("is the dialect that it was trained on, to be taught behind the first one: %s", (model, dialects) => {
    const { otherDialects, dialect } = familyProfile(model);
    expect(otherDialects?.value).toEqual(dialects);
    expect(dialect).toBeUndefined();
  });

  test("is no reasoning sent back where each turn's prompt would be new", () => {
    expect(profileOf("vllm/speakleash/Bielik-11B-v3.0-Instruct").reasoning).toMatchObject({
      form: "field",
      back: "drop",
      from: "catalogue",
    });
    expect(profileOf("vllm/Qwen/Qwen3-8B").reasoning).toEqual({ form: "field", back: "echo" });
  });

  test.each(["ollama", "lmstudio", "llamacpp", "vllm"])(
    "holds at %s, which uses the model's own template",
    (provider) => {
      expect(profileOf(`${provider}/gemma2:9b`)).toMatchObject({ protocol: { value: "text" } });
    },
  );

  test("holds at an address of one's own", () => {
    expect(profileOf("google/gemma-2-2b-it", "http://127.0.0.1:9/v1")).toMatchObject({
      systemText: { value: "first-user" },
    });
  });

  test.each(["openai", "openrouter", "mistral", "together", "groq", "gemini"])(
    "does not hold at %s, which makes prompts in its own way",
    (provider) => {
      const profile = profileOf(`${provider}/mistralai/mistral-nemo`);
      expect(profile).not.toHaveProperty("protocol");
      expect(profile).not.toHaveProperty("systemText");
    },
  );

  test("gives way to what the server says of its template", async () => {
    const caps = { supports_tools: true, supports_tool_calls: true };
    const url = await serve((_, response) => void response.end(JSON.stringify({ chat_template_caps: caps })));
    const model = createModelClient({ model: "llamacpp/phi-4", baseUrl: url, env: {} });
    expect(model.profile.protocol).toMatchObject({ value: "text", from: "catalogue" });
    expect({ ...model.profile, ...(await model.probe()) }.protocol).toMatchObject({ value: "native", from: "server" });
  });
});
