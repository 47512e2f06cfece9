import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { CERTIFICATES, startProxy, startTls } from "../../../test/support/proxy.js";
import { buildProgram, type Ended } from "./support/millrace.js";

const program = buildProgram();

/** A model server that speaks TLS, and a proxy that alone knows the way to it. */
async function behindProxy() {
  const server = await startModelServer({
    scenario: {
      answers: [
        { text: "I look.", calls: [{ name: "read_file", arguments: { path: "a.txt" } }] },
        { text: "It says hello.", chunk: 4 },
      ],
    },
  });
  const tls = await startTls(server.url);
  const proxy = await startProxy({ to: tls.url });
  onTestFinished(async () => {
    await proxy.close();
    await tls.close();
    await server.close();
  });
  const folder = program.folder("network");
  writeFileSync(join(folder, "a.txt"), "hello\n");
  const run = (env: Record<string, string>): Promise<Ended> =>
    program.run(
      [
        "run",
        "--base-url",
        "https://models.example/v1",
        "--model",
        "scripted",
        "--cwd",
        folder,
        "what does a.txt say?",
      ],
      { env: { HTTPS_PROXY: proxy.url.replace("//", "//me:hush%20hush%20hush@"), ...env } },
    );
  return { server, proxy, run };
}

/** A configuration folder of its own, as XDG_CONFIG_HOME names it. */
function configFolder(name: string, values: object): string {
  const folder = program.folder(name);
  mkdirSync(join(folder, "millrace"));
  writeFileSync(join(folder, "millrace", "config.json"), JSON.stringify(values));
  return folder;
}

describe("a run through a proxy", () => {
  test("works through tunnels only, shows no password, and ends by itself", async () => {
    const { server, proxy, run } = await behindProxy();
    const { code, stdout, stderr } = await run({ NODE_EXTRA_CA_CERTS: CERTIFICATES.authority });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("I look.\nIt says hello.\n");
    expect(stderr).not.toContain("hush");
    expect(server.violations).toEqual([]);
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set(["CONNECT models.example:443"]));
  });

  test.each<[string, (config: string) => Record<string, string>]>([
    ["in SSL_CERT_FILE", () => ({ SSL_CERT_FILE: CERTIFICATES.authority })],
    ["as caFile beside the configuration", (XDG_CONFIG_HOME) => ({ XDG_CONFIG_HOME })],
    [
      "in NODE_EXTRA_CA_CERTS while SSL_CERT_FILE names another",
      () => ({ NODE_EXTRA_CA_CERTS: CERTIFICATES.authority, SSL_CERT_FILE: CERTIFICATES.stranger }),
    ],
  ])("trusts the company's certificate where it is named %s", async (how, env) => {
    const { run } = await behindProxy();
    const config = configFolder(`trusts ${how}`, { caFile: "authority.pem" });
    copyFileSync(CERTIFICATES.authority, join(config, "millrace", "authority.pem"));
    const { code, stderr } = await run(env(config));
    expect(code, stderr).toBe(0);
  });

  test("says what to do where the certificate is not trusted", async () => {
    const { code, stderr } = await (await behindProxy()).run({});
    expect(code).toBe(13);
    expect(stderr).toContain("name its root certificate in NODE_EXTRA_CA_CERTS, in SSL_CERT_FILE or as `caFile`");
  });

  test("ends before anything is sent where a file of certificates is missing, or the proxy cannot be used", async () => {
    const { proxy, run } = await behindProxy();
    const config = configFolder("missing", { caFile: "nowhere.pem" });
    const missing = await run({ XDG_CONFIG_HOME: config });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain(join(config, "millrace", "nowhere.pem"));
    const socks = await run({ HTTPS_PROXY: "socks5://me:hushhushhush@proxy.example" });
    expect(socks.code).toBe(2);
    expect(socks.stderr).toContain("HTTPS_PROXY names a SOCKS proxy");
    expect(socks.stderr).not.toContain("hush");
    expect(proxy.asked).toEqual([]);
  });
});

test("TLS is loaded only where it is spoken: its loading takes longer than all else of a request", async () => {
  const server = await startModelServer({ scenario: { answers: [{ text: "Hi." }] } });
  onTestFinished(() => server.close());
  const folder = program.folder("loaded");
  const probe = join(folder, "probe.mjs");
  writeFileSync(
    probe,
    `import { writeFileSync } from "node:fs";
process.on("exit", () => writeFileSync(process.env.LOADED_FILE, process.moduleLoadList.join("\\n")));`,
  );
  const loadsTls = async (name: string, run: (env: Record<string, string>) => Promise<unknown>): Promise<boolean> => {
    const LOADED_FILE = join(folder, name);
    await run({ LOADED_FILE, NODE_OPTIONS: `--import=${pathToFileURL(probe)}` });
    return readFileSync(LOADED_FILE, "utf8").split("\n").includes("NativeModule tls");
  };
  // Of a newer Node it is part of node:http.
  const http = await loadsTls("http", async (env) => {
    execFileSync(process.execPath, ["--input-type=module", "--eval", 'import "node:http"'], { env: program.env(env) });
  });
  const args = ["run", "--base-url", `${server.url}/v1`, "--model", "scripted", "say hi"];
  const direct = await loadsTls("direct", async (env) => {
    const { code, stderr } = await program.run(args, { env: { ...env, HTTPS_PROXY: "http://proxy.example" } });
    expect(code, stderr).toBe(0);
  });
  expect(direct).toBe(http);
  const { run } = await behindProxy();
  expect(await loadsTls("proxy", (env) => run({ ...env, NODE_EXTRA_CA_CERTS: CERTIFICATES.authority }))).toBe(true);
});
