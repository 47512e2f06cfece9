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
  mkdirSync(join(folder, "temp"));
  for (;;) {
    const port = await freePort();
    const file = join(folder, "nginx.conf");
    writeFileSync(file, configuration(port, bridges));
    // Somebody else may have been given the port meanwhile: nginx cannot choose one itself.
    if (await listens(folder, file)) return `http://127.0.0.1:${port}`;
  }
}

function configuration(port: number, bridges: readonly string[]): string {
  const servers = bridges.map((url) => `server ${new URL(url).host};`).join("\n");
  const site = readFileSync(CONFIGURATION, "utf8")
    .replace(/server 127\.0\.0\.1:6455;\n\s*server 127\.0\.0\.1:6456;/, servers)
    .replace("listen 8080;", `listen 127.0.0.1:${port};`);
  if (!site.includes(servers) || !site.includes(`:${port};`))
    throw new Error(`${CONFIGURATION} has other addresses now.`);
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path temp/${name};`);
  return `daemon off; master_process off; pid nginx.pid; error_log stderr notice;\nevents {}\nhttp { access_log off; ${temp.join(" ")}\n${site}\n}\n`;
}

/** Starts it. False where its port is taken; rejects where it ends for another reason. */
async function listens(folder: string, file: string): Promise<boolean> {
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
  return new Promise<boolean>((resolve, reject) => {
    child.stderr.setEncoding("utf8").on("data", (piece: string) => {
      said += piece;
      // Its sockets listen by then.
      if (/using the "\w+" event method/.test(said)) resolve(true);
    });
    void ended.then(() => {
      if (said.includes("Address already in use")) resolve(false);
      else reject(new Error(`nginx ended: ${said}`));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
