import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const PAGE = `<!doctype html><meta charset="utf-8">
<script>
const fail = (what) => fetch("/failure", { method: "POST", body: String(what) });
addEventListener("error", (event) => fail(event.message ?? "a script did not load"), true);
addEventListener("unhandledrejection", (event) => fail(event.reason?.stack ?? event.reason));
</script>
<script type="module" src="/script.js"></script>`;

/**
 * Runs a script in a page of headless Chromium.
 *
 * @param script An ES module. It ends by a POST of its result to `/result`.
 * @param signal Gives up: Chromium must not outlive the test.
 * @returns what it posted. Rejects with what it threw, or with what Chromium says where that ends first.
 */
export async function runInChromium(script: string, signal: AbortSignal): Promise<string> {
  const server = createServer();
  const posted = new Promise<string>((resolve, reject) => {
    server.on("request", async (request, response) => {
      if (request.url === "/") response.setHeader("content-type", "text/html").end(PAGE);
      else if (request.url === "/script.js") response.setHeader("content-type", "text/javascript").end(script);
      else {
        const body = await text(request);
        response.end();
        if (request.url === "/result") resolve(body);
        if (request.url === "/failure") reject(new Error(`The page failed: ${body}`));
      }
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const profile = await mkdtemp(join(tmpdir(), "millrace-chromium-"));
  const browser = spawn("chromium", [...flags(profile), `http://127.0.0.1:${address.port}/`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  signal.addEventListener("abort", () => browser.kill());
  const complaints = text(browser.stderr);
  const exited = once(browser, "exit");
  const diedEarly = exited.then(async () => {
    throw new Error(`Chromium ended before the page was done: ${await complaints}`);
  });
  try {
    return await Promise.race([posted, diedEarly]);
  } finally {
    diedEarly.catch(() => {});
    browser.kill();
    await exited;
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function flags(profile: string): string[] {
  return [
    "--headless",
    // Build machines run as root and without a usable /dev/shm.
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    `--user-data-dir=${profile}`,
  ];
}
