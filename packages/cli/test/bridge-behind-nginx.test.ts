import { type AnswerFunction, type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import OpenAI from "openai";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BridgeProcess, startBridgeProcess } from "./support/bridge-process.js";
import { buildProgram } from "./support/millrace.js";
import { hasNginx, startNginx } from "./support/nginx.js";

const program = buildProgram();
const TOKEN = "mill-wheel-42";
const TOOL = {
  type: "function",
  function: {
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  },
} as const;

interface Mill {
  upstream: ModelServer;
  bridges: readonly [BridgeProcess, BridgeProcess];
  /** At nginx. */
  client: OpenAI;
}

/** Two bridges before one model, behind one nginx. */
async function startMill(name: string, scenario: Scenario): Promise<Mill> {
  const upstream = await startModelServer({ scenario });
  onTestFinished(() => upstream.close());
  const flags = ["--upstream", upstream.url, "--model", "coder", "--mode", "text", "--dialect", "cline"];
  const start = () =>
    startBridgeProcess(program, [...flags, "--log", "json", "--token-env", "BRIDGE_TOKEN"], { BRIDGE_TOKEN: TOKEN });
  const bridges = [await start(), await start()] as const;
  const url = await startNginx(
    program.folder(name),
    bridges.map((bridge) => bridge.url),
  );
  return { upstream, bridges, client: new OpenAI({ baseURL: `${url}/v1`, apiKey: TOKEN, maxRetries: 0 }) };
}

const read = (path: string) => ({ text: `I look at it.\n\n<read_file>\n<path>${path}</path>\n</read_file>`, chunk: 3 });

// `.ci/run` installs nginx; elsewhere it may be missing.
describe.skipIf(!hasNginx)("two bridges behind nginx, as the docs set it up (skipped without nginx)", () => {
  test("share a conversation: turns of a tool loop alternate, and the model sees one growing prompt", async () => {
    const { upstream, bridges, client } = await startMill("loop", {
      answers: [read("a.ts"), read("b.ts"), read("c.ts"), { text: "All three are good." }],
    });
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Check a.ts, b.ts and c.ts." }];
    const paths: unknown[] = [];
    let said = "";
    for (let turn = 0; turn < 4; turn++) {
      const stream = client.chat.completions.stream({ model: "any", messages, tools: [TOOL] });
      const { message } = (await stream.finalChatCompletion()).choices[0] ?? {};
      if (message === undefined) throw new Error("There is no answer.");
      messages.push({
        role: "assistant",
        content: message.content,
        ...(message.tool_calls && { tool_calls: message.tool_calls }),
      });
      for (const call of message.tool_calls ?? []) {
        if (call.type === "function") paths.push(JSON.parse(call.function.arguments));
        messages.push({ role: "tool", tool_call_id: call.id, content: "good" });
      }
      said = message.content ?? "";
    }
    expect(paths).toEqual([{ path: "a.ts" }, { path: "b.ts" }, { path: "c.ts" }]);
    expect(said).toBe("All three are good.");
    for (const bridge of bridges) expect(await bridge.logs(2)).toHaveLength(2);
    // The judge among others holds each prompt to begin with the one before.
    expect(upstream.violations).toEqual([]);
    expect(upstream.requests.map(({ prefix }) => prefix)).toHaveLength(4);
  });

  test("stream through it: the first words arrive while the model still writes, and a hang-up reaches it", async () => {
    const { upstream, client } = await startMill("stream", {
      answers: [{ parts: [{ text: "First words. " }, { waitMs: 600_000 }] }],
    });
    const stream = await client.chat.completions.create({
      model: "any",
      messages: [{ role: "user", content: "Hi" }],
      stream: true,
    });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break;
    const request = await upstream.waitForRequest(1);
    expect(await request.ended).toBe("client-closed");
  });

  test("stand in for each other: one that dies before it has answered, and then is gone, is not missed", async () => {
    // Bound to whoever asks first.
    const kill: { first?: () => void } = {};
    const dieFirst: AnswerFunction = async () => {
      kill.first?.();
      return new Promise(() => {});
    };
    const { upstream, bridges, client } = await startMill("death", {
      answers: [dieFirst, { text: "The other one answers.", repeat: 3 }],
      prefix: "report",
    });
    kill.first = () => bridges[0].kill("SIGKILL");
    for (let turn = 0; turn < 3; turn++) {
      const { choices } = await client.chat.completions.create({
        model: "any",
        messages: [{ role: "user", content: "Hi" }],
      });
      expect(choices[0]?.message.content).toBe("The other one answers.");
    }
    expect((await bridges[0].ended).signal).toBe("SIGKILL");
    expect(await bridges[1].logs(3)).toHaveLength(3);
    expect(upstream.requests).toHaveLength(4);
  });

  test("stand in for each other: one that is told to go down hands its requests over", async () => {
    const { bridges, client } = await startMill("going", {
      answers: [{ text: "Hello.", repeat: 6 }],
      prefix: "report",
    });
    const ask = () => client.chat.completions.create({ model: "any", messages: [{ role: "user", content: "Hi" }] });
    await ask();
    await ask();
    bridges[0].kill("SIGTERM");
    expect((await bridges[0].ended).code).toBe(143);
    for (let turn = 0; turn < 3; turn++) expect((await ask()).choices[0]?.message.content).toBe("Hello.");
    expect(await bridges[1].logs(4)).toHaveLength(4);
  });

  test("want their token through it, too", async () => {
    const { client } = await startMill("token", { answers: [{ text: "Hello." }] });
    const stranger = new OpenAI({ baseURL: client.baseURL, apiKey: "any", maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401 });
    expect((await client.models.list()).data).toMatchObject([{ id: "coder" }]);
  });
});
