import { InvalidOptionError } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { type ModelChoice, PROVIDERS, resolveModel } from "../src/index.js";

const KEYS = Object.fromEntries(PROVIDERS.flatMap(({ keyVariable }) => (keyVariable ? [[keyVariable, "a-key"]] : [])));
const target = (choice: ModelChoice) => resolveModel({ env: {}, ...choice });
const addressOf = (choice: ModelChoice) => target(choice).baseUrl.href.replace(/\/$/, "");

describe("a model's name", () => {
  test.each(PROVIDERS.filter(({ baseUrl }) => baseUrl).map((provider) => [provider.name, provider] as const))(
    "finds the row of %s",
    (name, provider) => {
      const found = target({ model: `${name}/acme/model:1b`, env: KEYS });
      expect(found).toMatchObject({ provider, model: "acme/model:1b" });
      expect(addressOf({ model: `${name}/m`, env: KEYS })).toBe(provider.baseUrl);
    },
  );

  test("without a provider, or with an unknown one, means a custom server where there is a base URL", () => {
    expect(target({ model: "qwen", baseUrl: "http://x/v1" })).toMatchObject({
      provider: { name: "custom" },
      model: "qwen",
    });
    expect(target({ model: "Qwen/Qwen3", baseUrl: "http://x/v1" }).model).toBe("Qwen/Qwen3");
    expect(target({ model: "custom/openai/gpt-oss", baseUrl: "http://x/v1" }).model).toBe("openai/gpt-oss");
  });

  test.each([
    ["qwen", "model", "PROVIDER/NAME"],
    ["acme/qwen", "model", "openrouter"],
    ["ollama/", "model", "ollama/NAME"],
    ["custom/qwen", "baseUrl", "`baseUrl`"],
    ["openai/gpt", "apiKey", "OPENAI_API_KEY"],
    ["anthropic/claude", "apiKey", "ANTHROPIC_API_KEY"],
  ])("%s alone is refused, with what to write instead", (model, option, words) => {
    expect(() => target({ model })).toThrow(expect.objectContaining({ name: "InvalidOptionError", option }));
    expect(() => target({ model })).toThrow(words);
  });
});

describe("a base URL", () => {
  test.each([
    ["http://127.0.0.1:8080", "http://127.0.0.1:8080/v1"],
    ["127.0.0.1:8080", "http://127.0.0.1:8080/v1"],
    ["localhost:8080/", "http://localhost:8080/v1"],
    ["https://x.example/api/v1/", "https://x.example/api/v1"],
    ["https://x.example/v1/chat/completions", "https://x.example/v1"],
    ["https://x.example/v1?a=b#c", "https://x.example/v1?a=b"],
  ])("%s becomes %s", (baseUrl, wanted) => {
    expect(addressOf({ model: "m", baseUrl })).toBe(wanted);
  });

  test.each([
    ["https://x.example", "https://x.example"],
    ["https://x.example/v1/", "https://x.example"],
    ["https://x.example/api/v1/messages", "https://x.example/api"],
    ["127.0.0.1:8080/v1", "http://127.0.0.1:8080"],
  ])("of the messages wire, %s, becomes %s, as its paths begin with /v1", (baseUrl, wanted) => {
    expect(addressOf({ model: "anthropic/m", baseUrl })).toBe(wanted);
  });

  test.each(["http://", "ftp://x", "http://user:password@x/v1", "http://a b"])("%s is refused", (baseUrl) => {
    expect(() => target({ model: "m", baseUrl })).toThrow(InvalidOptionError);
  });

  test.each([
    ["http://127.0.0.1:1/v1", true],
    ["http://192.168.1.5/v1", true],
    ["http://172.20.0.2/v1", true],
    ["http://[::1]:8080/v1", true],
    ["http://gpu-box:8000/v1", true],
    ["http://box.local/v1", true],
    ["https://api.example.com/v1", false],
    ["http://172.40.0.2/v1", false],
  ])("%s is local: %s", (baseUrl, local) => {
    expect(target({ model: "m", baseUrl }).local).toBe(local);
  });
});

describe("a wire", () => {
  test("is the provider's own unless another is asked for, at the path that it has there", () => {
    const of = (model: string, wire?: ModelChoice["wire"]) => {
      const found = target({ model, env: KEYS, ...(wire && { wire }) });
      return [found.wire, addressOf({ model, env: KEYS, ...(wire && { wire }) })];
    };
    expect(of("openai/gpt")).toEqual(["openai-responses", "https://api.openai.com/v1"]);
    expect(of("openai/gpt", "openai-chat")).toEqual(["openai-chat", "https://api.openai.com/v1"]);
    expect(of("ollama/m", "openai-responses")).toEqual(["openai-responses", "http://127.0.0.1:11434/v1"]);
    expect(of("lmstudio/m", "anthropic-messages")).toEqual(["anthropic-messages", "http://127.0.0.1:1234"]);
    expect(of("vllm/m", "openai-responses")).toEqual(["openai-responses", "http://127.0.0.1:8000/v1"]);
  });

  test("may be named for any address, whose endpoint may stand behind it", () => {
    const at = (baseUrl: string, wire: ModelChoice["wire"]) =>
      addressOf({ model: "m", baseUrl, ...(wire && { wire }) });
    expect(at("http://x:1", "openai-responses")).toBe("http://x:1/v1");
    expect(at("http://x:1/api/v1/responses", "openai-responses")).toBe("http://x:1/api/v1");
    expect(at("http://x:1/v1", "anthropic-messages")).toBe("http://x:1");
    expect(at("http://x:1/v1", "ollama-chat")).toBe("http://x:1");
  });

  test("that nobody speaks is refused, with those there are", () => {
    // As from a configuration, of which no compiler knows.
    const choice: ModelChoice = JSON.parse('{"model":"m","baseUrl":"http://x","wire":"openai-response"}');
    const wrong = () => target(choice);
    expect(wrong).toThrow(expect.objectContaining({ name: "InvalidOptionError", option: "wire" }));
    expect(wrong).toThrow(/Did you mean openai-responses\?.*openai-chat.*anthropic-messages.*ollama-chat/);
  });
});

describe("a key", () => {
  test("comes from the provider's variable, for the provider's own address", () => {
    expect(target({ model: "openai/gpt", env: KEYS }).apiKey).toBe("a-key");
    expect(target({ model: "openai/gpt", env: KEYS, baseUrl: "https://api.openai.com/v1" }).apiKey).toBe("a-key");
  });

  test("does not go to another address, and custom servers get only the one that was given", () => {
    expect(target({ model: "openai/gpt", env: KEYS, baseUrl: "http://evil.example/v1" })).not.toHaveProperty("apiKey");
    expect(target({ model: "m", env: KEYS, baseUrl: "https://api.openai.com/v1" })).not.toHaveProperty("apiKey");
    expect(target({ model: "m", baseUrl: "http://x/v1", apiKey: "k" }).apiKey).toBe("k");
  });

  test("may have a line break behind it, but none inside, and is not shown", () => {
    expect(target({ model: "m", baseUrl: "http://x/v1", apiKey: "k-1\n" }).apiKey).toBe("k-1");
    const broken = () => target({ model: "m", baseUrl: "http://x/v1", apiKey: "hush-1\nhush-2" });
    expect(broken).toThrow(expect.objectContaining({ option: "apiKey" }));
    expect(broken).toThrow(/^(?!.*hush)/s);
  });
});

describe("OLLAMA_HOST", () => {
  test.each([
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:9999", "http://127.0.0.1:9999"],
    [":9999", "http://127.0.0.1:9999"],
    ["gpu-box", "http://gpu-box:11434"],
    ["gpu-box:80", "http://gpu-box"],
    ["http://gpu-box", "http://gpu-box"],
    ["https://gpu-box.example:8443/", "https://gpu-box.example:8443"],
    ["[::1]:9999", "http://[::1]:9999"],
    ["[::]", "http://[::1]:11434"],
    ['"10.0.0.5"', "http://10.0.0.5:11434"],
    ["", "http://127.0.0.1:11434"],
  ])("%s is %s", (host, wanted) => {
    expect(addressOf({ model: "ollama/m", env: { OLLAMA_HOST: host } })).toBe(wanted);
  });

  test("is beaten by a base URL, whose /v1 or /api is not needed", () => {
    const env = { OLLAMA_HOST: "a" };
    expect(addressOf({ model: "ollama/m", env, baseUrl: "http://b:1/v1" })).toBe("http://b:1");
    expect(addressOf({ model: "ollama/m", env, baseUrl: "http://b:1/api" })).toBe("http://b:1");
    expect(addressOf({ model: "ollama/m", env, baseUrl: "http://b:1/api/chat" })).toBe("http://b:1");
  });

  test("that is no address is named in the error", () => {
    expect(() => target({ model: "ollama/m", env: { OLLAMA_HOST: "http://a b" } })).toThrow(/OLLAMA_HOST/);
  });
});
