import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { fastClock } from "../../../../conformance/loop/fast-clock.js";
import { startBridge } from "../../src/index.js";
import { ask } from "./support/start.js";

/** A llama.cpp on this port, whose model's template has a place for tools, or none. */
async function listen(port: number, takesTools: boolean): Promise<Server> {
  const chat_template_caps = { supports_tools: takesTools, supports_tool_calls: takesTools };
  const server = createServer((incoming, response) => {
    incoming.resume();
    if (incoming.url === "/props") response.end(JSON.stringify({ chat_template_caps }));
    else if (incoming.method === "GET") response.end(JSON.stringify({ data: [{ id: "m" }] }));
    else response.end(JSON.stringify({ choices: [{ message: { content: "Hello." }, finish_reason: "stop" }] }));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function gone(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test("what a server knows of its model is asked again when it was not there", async () => {
  const first = await listen(0, false);
  const { port } = first.address() as AddressInfo;
  await gone(first);
  const bridge = await startBridge({
    upstream: `http://127.0.0.1:${port}/v1`,
    provider: "llamacpp",
    model: "m",
    env: {},
    clock: fastClock(10_000),
  });
  onTestFinished(() => bridge.close({ graceMs: 0 }));
  expect((await bridge.upstream()).model?.mode).toBe("salvage");

  const second = await listen(port, false);
  expect(await (await ask(bridge)).text()).toContain("Hello.");
  expect((await bridge.upstream()).model?.mode).toBe("text");
  await gone(second);
  expect((await ask(bridge)).status).toBe(502);

  const third = await listen(port, true);
  onTestFinished(() => gone(third));
  expect(await (await ask(bridge)).text()).toContain("Hello.");
  expect((await bridge.upstream()).model?.mode).toBe("salvage");
});
