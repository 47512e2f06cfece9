import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The configuration that docs/BRIDGE.md shows. */
const CONFIGURATION = fileURLToPath(new URL("../../../../docs/examples/bridge/nginx.conf", import.meta.url));

/** Debian keeps it where not everybody looks. */
const ENV = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Whether the program is there. */
export const hasNginx = spawnSync("nginx", ["-v"], { env: ENV }).status === 0;

/**
 * Starts nginx in front of bridges with the configuration of the docs, but for the addresses. It ends with the test.
 *
 * @param folder an empty one, for all that it writes
 * @returns its address
 */
export async function startNginx(folder: string, bridges: readonly string[]): Promise<string> {
  const port = await freePort();
  const servers = bridges.map((url) => `server ${new URL(url).host};`).join("\n");
  const documented = readFileSync(CONFIGURATION, "utf8");
  const site = documented
    .replace(/server 127\.0\.0\.1:6455;\n\s*server 127\.0\.0\.1:6456;/, servers)
    .replace("listen 8080;", `listen 127.0.0.1:${port};`);
  if (!site.includes(servers) || !site.includes(`:${port};`))
    throw new Error(`${CONFIGURATION} has other addresses now.`);
  mkdirSync(join(folder, "temp"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path temp/${name};`);
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `daemon off; master_process off; pid nginx.pid; error_log stderr notice;\nevents {}\nhttp { access_log off; ${temp.join(" ")}\n${site}\n}\n`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", file, "-e", "stderr"], {
    env: ENV,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const ended = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
      // Its sockets listen by then.
      if (/using the "\w+" event method/.test(said)) resolve();
    });
    void ended.then(() => reject(new Error(`nginx ended: ${said}`)));
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
