import { createModelClient } from "@millrace/models";
import { type Answer, type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import type { AgentOptions } from "../../src/agent-options.js";
import type { SessionEvent } from "../../src/events/session-event.js";
import { writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { TestClock } from "./test-clock.js";
import { recordingTool } from "./test-tools.js";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** A task whose model is played by a real server over HTTP; its waits take no time. */
async function playing(answers: Answer[], options: Partial<AgentOptions> = {}, scenario: Partial<Scenario> = {}) {
  server = await startModelServer({ scenario: { answers, ...scenario } });
  const { client, profile } = createModelClient({ model: "custom/scripted", baseUrl: `${server.url}/v1`, env: {} });
  const clock = new TestClock();
  const read = recordingTool("read_file", "none");
  const run = recordingTool("run_it", "command");
  const watched = startTask({ model: client, profile, clock, tools: [read, run], mode: "auto", ...options });
  watched.task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  return { server, watched, read, run, clock };
}

const answer: Answer = { text: "Fine." };
const protocols = ["text", "native"] as const;
const callOf = (protocol: "text" | "native", ...paths: string[]): Answer =>
  protocol === "text"
    ? { text: `I look.\n${paths.map((path) => writesCall("read_file", { path })).join("\n")}\n`, chunk: 5 }
    : { text: "I look.", calls: paths.map((path) => ({ name: "read_file", arguments: { path } })), chunk: 5 };

describe.each(protocols)("over HTTP, %s", (protocol) => {
  test("two calls are run and answered, and no request breaks a rule of the strictest server", async () => {
    const { server, watched, read } = await playing([callOf(protocol, "a", "b"), callOf(protocol, "c"), answer], {
      protocol,
    });
    expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(read.ran).toEqual(["a", "b", "c"]);
    expect(server.requests).toHaveLength(3);
    expect(server.violations).toEqual([]);
  });

  test.each(["reset", "close", "cut"] as const)(
    "a connection that ends (%s) behind a call: the call stands",
    async (end) => {
      for (const character of [20, 60, 90]) {
        const cut: Answer = { ...callOf(protocol, "a", "b"), fault: { end, at: { character } } };
        const { server, watched, read } = await playing([cut, answer], { protocol });
        expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
        expect(new Set(read.ran).size).toBe(read.ran.length);
        expect(watched.of("tool-results").flatMap(({ message }) => message.parts)).toHaveLength(read.ran.length);
        expect(server.violations).toEqual([]);
        await server.close();
      }
    },
  );

  test("a rejection closes the connection", async () => {
    const first: Answer = {
      parts: [
        protocol === "text"
          ? { text: `${writesCall("run_it", { path: "rm" })}\nand` }
          : { call: { name: "run_it", arguments: { path: "rm" } } },
        { waitMs: 600_000 },
      ],
    };
    const { server, watched, run } = await playing([first, answer], {
      protocol,
      mode: "ask",
      askUser: async () => ({ answer: "no", words: "leave it" }),
    });
    expect(await watched.task.run("go")).toMatchObject({ end: "answered" });
    expect(run.ran).toEqual([]);
    expect(server.requests).toHaveLength(2);
    expect(JSON.stringify(server.requests[1])).toContain("leave it");
  });
});

test("a server that refuses tools gets them as text: said once, not tried again", async () => {
  const { server, watched, read } = await playing(
    [callOf("text", "a"), callOf("text", "b"), answer],
    { protocol: "auto" },
    { server: { kind: "ollama", models: [{ name: "scripted", tools: "refused" }] } },
  );
  expect(await watched.task.run("go")).toMatchObject({ end: "answered" });
  expect(read.ran).toEqual(["a", "b"]);
  expect(watched.of("protocol-changed")).toMatchObject([{ from: "native", to: "text" }]);
  expect(watched.of("request-failed")).toEqual([]);
  expect(server.requests.length).toBeGreaterThanOrEqual(3);
});

test("a server that refuses tools is taught those of the text form, and theirs end the run", async () => {
  const done = { ...recordingTool("finish", "none"), ends: "run" as const };
  const forms: string[] = [];
  const { server, watched } = await playing(
    [{ text: writesCall("finish", { path: "all" }) }],
    {
      protocol: "auto",
      tools: (form) => {
        forms.push(form);
        return form === "text" ? [recordingTool("edit_text", "files"), done] : [recordingTool("edit_blocks", "files")];
      },
    },
    { server: { kind: "ollama", models: [{ name: "scripted", tools: "refused" }] } },
  );
  expect(await watched.task.run("go")).toMatchObject({ end: "completed", text: "did all" });
  expect(forms).toEqual(["native", "text"]);
  const [refused, asText] = server.requests.map(({ body }) => body);
  expect(refused).toContain("edit_blocks");
  expect(refused).not.toContain("edit_text");
  expect(asText).toContain("edit_text");
  expect(asText).not.toContain("edit_blocks");
});

test("an overloaded server is asked again; a refused key is not", async () => {
  const overloaded = await playing([{ status: 529, body: { error: { message: "Overloaded" } } }, answer]);
  expect(await overloaded.watched.task.run("go")).toMatchObject({ end: "answered" });
  expect(overloaded.watched.of("request-retrying")).toMatchObject([{ kind: "overloaded" }]);
  await overloaded.server.close();
  const refused = await playing([{ status: 401, body: { error: { message: "bad key" } } }]);
  expect(await refused.watched.task.run("go")).toMatchObject({ end: "failed", exitCode: 10 });
  expect(refused.server.requests).toHaveLength(1);
});

test("a stop in the middle of an answer ends the request on the wire", async () => {
  const { watched, server, clock } = await playing([{ parts: [{ text: "Half" }, { waitMs: 600_000 }] }]);
  const run = watched.task.run("go");
  watched.task.subscribe((event) => {
    if (event.type === "block" && event.event.type === "text-delta") watched.task.stop();
  });
  expect(await run).toMatchObject({ end: "aborted", exitCode: 130 });
  expect(server.requests).toHaveLength(1);
  expect(clock.pending).toBe(0);
});
