import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { startBridge } from "@millrace/bridge";

// What stands between client and model in bench/bridge.ts, in a process of its own: the bridge, or the least that could
// stand there, which copies bytes. Asked for it, it says what it has used.

const [kind = "", upstream = ""] = process.argv.slice(2);

async function copy(): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const asked = request(
      upstream + (incoming.url ?? ""),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    outgoing.once("close", () => asked.destroy());
    asked.once("error", () => outgoing.destroy());
    incoming.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bridge(mode: "text" | "salvage" | "native"): Promise<string> {
  const { url } = await startBridge({
    upstream: `${upstream}/v1`,
    provider: "custom",
    mode,
    dialect: "cline",
    env: {},
  });
  return url;
}

const url = kind === "copy" ? await copy() : await bridge(kind === "text" || kind === "salvage" ? kind : "native");
process.on("message", () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, rss, heap: heapUsed + external });
});
process.once("disconnect", () => process.exit());
process.send?.(url);
