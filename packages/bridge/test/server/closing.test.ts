import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { head, rawClient } from "./support/raw-client.js";
import { ask, deferred, PATHS, QUESTIONS, start } from "./support/start.js";

/** An answer whose end a test decides on. */
function held() {
  const { promise, resolve } = deferred<void>();
  return {
    answer: async () => {
      await promise;
      return { text: "All of it." };
    },
    release: () => resolve(),
  };
}

describe("closing", () => {
  test("an idle bridge ends at once, connections that are kept among it", async () => {
    const { bridge } = await start([{ text: "Hello." }]);
    await (await ask(bridge)).text();
    const kept = rawClient(bridge.url);
    kept.send("GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await kept.until(/"status":"ok"/);
    const begun = rawClient(bridge.url);
    begun.send(`${head("/v1/messages", { "content-length": 100 })}{"half`);
    const silent = rawClient(bridge.url);
    silent.send("POST /v1/mess");
    await bridge.close({ graceMs: 600_000 });
    await Promise.all([kept.ended, begun.ended, silent.ended]);
    await expect(ask(bridge)).rejects.toThrow();
  });

  test("answers under way are let end", async () => {
    const { answer, release } = held();
    const { bridge, upstream, summary } = await start([answer]);
    const asked = ask(bridge, "/v1/messages");
    await upstream.waitForRequest(1);
    const closed = bridge.close({ graceMs: 600_000 });
    release();
    expect(await (await asked).text()).toContain("All of it.");
    await closed;
    expect(await summary).toMatchObject({ end: "answered" });
  });

  test("a request on a connection that is kept is turned down meanwhile: 503, and the connection ends", async () => {
    const { answer, release } = held();
    const { bridge, upstream, summary: turnedDown } = await start([answer]);
    const client = rawClient(bridge.url);
    const body = JSON.stringify(QUESTIONS["/v1/chat/completions"]);
    const request = head("/v1/chat/completions", { "content-length": body.length }) + body;
    client.send(request);
    await upstream.waitForRequest(1);
    const closed = bridge.close({ graceMs: 600_000 });
    client.send(request);
    // The second is over first: the answer to the one before it is still held.
    expect(await turnedDown).toMatchObject({ end: "failed", status: 503 });
    release();
    const [first, second] = (await client.ended).split(/(?=HTTP\/1\.1 )/);
    expect(first).toContain("All of it.");
    expect(second).toMatch(/^HTTP\/1\.1 503 .*connection: close/is);
    await closed;
    expect(upstream.requests).toHaveLength(1);
  });

  test.each(PATHS)(
    "an answer that does not end is given up, and its client told so in its format: %s",
    async (path) => {
      const { bridge, upstream, summary } = await start([{ parts: [{ text: "Hello, " }, { waitMs: 600_000 }] }]);
      const answer = await ask(bridge, path, { stream: true });
      const text = answer.text();
      const request = await upstream.waitForRequest(1);
      await bridge.close({ graceMs: 0 });
      expect(await text).toContain("The bridge went down before the answer was over.");
      expect(await request.ended).toBe("client-closed");
      expect(await summary).toMatchObject({ end: "failed", failure: { kind: "overloaded" } });
    },
  );

  test("one that has not begun is answered 503, and may be asked of another bridge", async () => {
    const { bridge, upstream, summary } = await start([{ text: "Hello.", headersAfterMs: 600_000 }]);
    const asked = ask(bridge);
    const request = await upstream.waitForRequest(1);
    await bridge.close({ graceMs: 0 });
    const answer = await asked;
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(answer.headers.get("x-should-retry")).toBeNull();
    expect(await request.ended).toBe("client-closed");
    expect(await summary).toMatchObject({ end: "failed", status: 503 });
  });

  test("leaves no timer, no server and no connection behind: a process that closes its bridge ends", async () => {
    const program = fileURLToPath(new URL("support/use-and-close.ts", import.meta.url));
    const args = ["--conditions=@millrace/source", "--import", "tsx", program];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
    expect([stdout, stderr]).toEqual(["closed\n", ""]);
  });
});
