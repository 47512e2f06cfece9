import { InvalidOptionError } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { resolveModel } from "../../src/index.js";
import { proxyAuthorization, proxyFor } from "../../src/route/http-proxy.js";

const PROXY = "http://proxy.example:3128";
const proxied = (url: string, NO_PROXY: string, more: Record<string, string> = {}) =>
  proxyFor(new URL(url), { ALL_PROXY: PROXY, NO_PROXY, ...more }) !== undefined;

describe("the proxy for an address", () => {
  test.each([
    ["https://models.example/v1", { HTTPS_PROXY: PROXY }, "HTTPS_PROXY"],
    ["https://models.example/v1", { https_proxy: PROXY, HTTPS_PROXY: "http://other" }, "https_proxy"],
    ["https://models.example/v1", { https_proxy: " ", HTTPS_PROXY: PROXY }, "HTTPS_PROXY"],
    ["https://models.example/v1", { HTTPS_PROXY: PROXY, ALL_PROXY: "http://other" }, "HTTPS_PROXY"],
    ["https://models.example/v1", { all_proxy: PROXY }, "all_proxy"],
    ["https://models.example/v1", { HTTP_PROXY: PROXY }, undefined],
    ["http://models.example/v1", { HTTP_PROXY: PROXY }, "HTTP_PROXY"],
    ["http://models.example/v1", { HTTPS_PROXY: PROXY }, undefined],
    ["http://models.example/v1", { ALL_PROXY: PROXY }, "ALL_PROXY"],
    ["https://models.example/v1", {}, undefined],
  ])("of %s with %j is named by %s", (url, env, variable) => {
    const found = proxyFor(new URL(url), env);
    expect(found?.variable).toBe(variable);
    if (variable) expect(found?.url.href).toBe(`${PROXY}/`);
  });

  test("may be written without a scheme, and keeps user and password apart from its address", () => {
    const found = proxyFor(new URL("https://models.example"), { HTTPS_PROXY: "me:p%40ss%3A1@proxy.example:8080/x" });
    expect(found).toMatchObject({ credentials: { user: "me", password: "p@ss:1" } });
    expect(found?.url.href).toBe("http://proxy.example:8080/");
    const { "proxy-authorization": sent = "" } = found ? proxyAuthorization(found) : {};
    expect(Buffer.from(sent.replace("Basic ", ""), "base64").toString()).toBe("me:p@ss:1");
  });

  test.each([
    ["socks5://me:hushhushhush@proxy.example:1080", "SOCKS"],
    ["ftp://me:hushhushhush@proxy.example", "must begin with http"],
    ["http://me:hushhushhush@", "no address"],
    ["http://me:hushhushhush%@proxy.example", "percent-encoded"],
  ])("that cannot be used is an error that names the variable and not the value: %s", (value, said) => {
    const choice = { model: "openai/gpt", apiKey: "k", env: { HTTPS_PROXY: value } };
    let error: unknown;
    try {
      resolveModel(choice);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InvalidOptionError);
    expect(error).toMatchObject({ option: "HTTPS_PROXY" });
    expect(String(error)).toContain(said);
    expect(String(error)).not.toContain("hush");
    // Where it is not used, it hinders nobody.
    expect(resolveModel({ ...choice, model: "ollama/m" }).route).toEqual({});
    expect(resolveModel({ ...choice, env: { ...choice.env, NO_PROXY: ".openai.com" } }).route).toEqual({});
  });

  test.each([
    "http://localhost:11434",
    "http://models.localhost",
    "http://127.0.0.1:8080",
    "http://127.9.9.9",
    "http://[::1]:8080",
    "http://[::ffff:127.0.0.1]",
    "http://0.0.0.0:8080",
  ])("is none on this machine: %s", (url) => {
    expect(proxied(url, "")).toBe(false);
  });

  test.each([
    "http://192.168.1.5",
    "http://10.0.0.7:8000",
    "http://gpu-box",
    "http://127.example",
    "http://localhost.example",
  ])("is used for any other host, private or not: %s", (url) => {
    expect(proxied(url, "")).toBe(true);
  });

  test.each([
    ["*", "https://models.example"],
    ["models.example", "https://models.example"],
    ["models.example", "https://api.models.example"],
    [".models.example", "https://api.models.example"],
    [".models.example", "https://models.example"],
    ["*.models.example", "https://api.models.example"],
    ["MODELS.example.", "https://models.EXAMPLE"],
    ["other.example, models.example", "https://models.example"],
    ["other.example models.example", "https://models.example"],
    ["models.example:443", "https://models.example"],
    ["models.example:8443", "https://models.example:8443"],
    ["10.1.2.3", "http://10.1.2.3:8000"],
    ["10.1.2.3:8000", "http://10.1.2.3:8000"],
    ["10.0.0.0/8", "http://10.200.0.1"],
    ["[fd00::1]:8000", "http://[fd00::1]:8000"],
    ["[fd00::1]", "http://[fd00::1]:8000"],
    ["fd00::1", "http://[fd00:0::1]"],
    ["fd00::/8", "http://[fdab::7]"],
  ])("is none where NO_PROXY %s lists %s", (list, url) => {
    expect(proxied(url, list)).toBe(false);
  });

  test.each([
    ["models.example", "https://othermodels.example"],
    ["models.example", "https://models.example.org"],
    ["models.example:8443", "https://models.example"],
    ["10.1.2.3", "http://10.1.2.30"],
    ["10.0.0.0/8", "http://11.0.0.1"],
    ["10.0.0.0/8", "http://models.example"],
    ["10.0.0.0/99", "http://10.0.0.1"],
    ["fd00::1", "http://[fd00::2]"],
    ["nonsense/8", "http://10.0.0.1"],
    [". , *.", "https://models.example"],
    ["2.3", "http://1.2.3.2"],
  ])("is used where NO_PROXY %s does not list %s", (list, url) => {
    expect(proxied(url, list)).toBe(true);
  });

  test("no_proxy in lower case wins", () => {
    expect(proxied("https://models.example", "models.example", { no_proxy: "other.example" })).toBe(true);
  });
});
