// A program that uses a bridge and closes it. It ends by itself only where the bridge leaves nothing behind.
import { connect } from "node:net";
import { startModelServer } from "@millrace/testkit";
import { startBridge } from "../../../src/index.js";

const upstream = await startModelServer({
  scenario: { answers: [{ text: "Hello.", repeat: 2 }, { parts: [{ text: "Hello, " }, { waitMs: 600_000 }] }] },
  judge: "off",
});
const bridge = await startBridge({ upstream: `${upstream.url}/v1`, model: "scripted" });
const question = { model: "any", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
const ask = (stream: boolean) =>
  fetch(`${bridge.url}/v1/messages`, { method: "POST", body: JSON.stringify({ ...question, stream }) });

await (await ask(true)).text();
await (await ask(false)).text();
const silent = connect(Number(new URL(bridge.url).port), "127.0.0.1");
silent.on("error", () => {}).write("POST /v1/mess");
const cut = (await ask(true)).text();
await upstream.waitForRequest(3);
await bridge.close({ graceMs: 0 });
console.log((await cut).includes("went down") ? "closed" : "not told");
// The model server has a timer of its own for the answer that never came.
await upstream.close();
