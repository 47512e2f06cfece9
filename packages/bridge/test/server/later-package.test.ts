import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBridgeApp } from "../../src/index.js";

/** A provider whose models greet. */
const GREETS = `
  const model = (modelId) => ({
    specificationVersion: "v3", provider: "greeter.chat", modelId,
    doStream: async () => ({ stream: new ReadableStream({ start(controller) {
      controller.enqueue({ type: "text-delta", id: "0", delta: "Hello." });
      controller.enqueue({ type: "finish", finishReason: { unified: "stop", raw: "stop" }, usage: {} });
      controller.close();
    } }) }),
  });
  export const greeter = Object.assign((id) => model(id), { languageModel: model });
`;

test("a package of the AI SDK that is installed while the bridge runs is found by the next request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "millrace-bridge-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const app = createBridgeApp({ upstream: "ai-sdk/greeter", folder, env: {} });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hi" }] });
  const ask = async () => {
    const answer = await app.request("/v1/chat/completions", { method: "POST", body });
    return [answer.status, await answer.text()];
  };
  expect(await ask()).toEqual([400, expect.stringContaining("greeter is not installed")]);

  const place = join(folder, "node_modules", "greeter");
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, "package.json"),
    JSON.stringify({ name: "greeter", type: "module", exports: "./index.js" }),
  );
  writeFileSync(join(place, "index.js"), GREETS);
  expect(await ask()).toEqual([200, expect.stringContaining("Hello.")]);
});
