import { describe, expect, onTestFinished, test, vi } from "vitest";
import { fastClock } from "../../../../conformance/loop/fast-clock.js";
import { logJson, logText, type RequestContents, type RequestSummary } from "../../src/index.js";
import { ask, QUESTIONS, start } from "./support/start.js";

const AT = new Date("2026-11-30T12:03:04.567Z");
/** Where the test runs. */
const NOON = new Date(2026, 10, 30, 12, 3, 4);

const SUMMARY: RequestSummary = {
  id: "0123456789abcdefghijklmn",
  wire: "openai-chat",
  model: "coder",
  stream: true,
  leftOut: [],
  mode: "text",
  dialect: "cline",
  end: "answered",
  status: 200,
  reason: "tool-calls",
  usage: { inputTokens: 1_234, outputTokens: 56 },
  calls: { whole: 2, cut: 0, mended: 1, salvaged: 0 },
  retries: ["overloaded"],
  firstContentMs: 812.4,
  totalMs: 14_210.9,
};

describe("a line of the log", () => {
  test("tells a person what was asked, how it ended and what it took", () => {
    expect(logText(SUMMARY, NOON)).toBe(
      "12:03:04 openai-chat coder text 200 tool-calls · 0.81 s to the first content, 14 s · 1234 in, 56 out · 2 calls (1 mended) · 1 tried again (overloaded)",
    );
  });

  test("tells why nothing came of it, in one line", () => {
    const { mode: _, reason: __, firstContentMs: ___, ...rest } = SUMMARY;
    const failed = {
      ...rest,
      end: "failed" as const,
      status: 503,
      usage: {},
      calls: { whole: 0, cut: 1, mended: 0, salvaged: 0 },
      retries: [],
      leftOut: ["web_search"],
    };
    expect(logText({ ...failed, failure: { kind: "overloaded", message: "Busy.\nTry again." } }, NOON)).toBe(
      "12:03:04 openai-chat coder 503 overloaded: Busy. Try again. · 14 s · 0 calls (1 cut) · not offered: web_search",
    );
  });

  test("is one line, whatever a client calls its model and its tools", () => {
    const line = logText({ ...SUMMARY, model: "a\n12:03:05 b", leftOut: ["c\u2028d\r\n"] }, AT);
    expect(line).not.toMatch(/[\r\n\u2028]/);
    expect(line).toContain("openai-chat a 12:03:05 b text 200");
  });

  test("is one JSON object for programs", () => {
    const line = logJson(SUMMARY, AT);
    expect(line).not.toContain("\n");
    expect(JSON.parse(line)).toEqual({ at: "2026-11-30T12:03:04.567Z", ...SUMMARY });
  });
});

describe("metrics", () => {
  /** The series of a text, after every line of it was found to be one of the format. */
  function seriesOf(text: string): Map<string, number> {
    expect(text.endsWith("\n")).toBe(true);
    const series = new Map<string, number>();
    for (const line of text.slice(0, -1).split("\n")) {
      if (/^# (?:HELP [a-z_]+ \S.*|TYPE [a-z_]+ (?:counter|gauge|histogram))$/.test(line)) continue;
      const sample = /^([a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\d+(?:\.\d+)?(?:e-?\d+)?)$/.exec(
        line,
      );
      expect(sample, line).not.toBeNull();
      series.set(sample?.[1] ?? "", Number(sample?.[2]));
    }
    return series;
  }

  test("count requests, tokens, calls and times, and look like what Prometheus reads", async () => {
    const call = "<read_file>\n<path>a.ts</path>\n</read_file>";
    const { bridge } = await start(
      [
        { text: call, usage: { inputTokens: 100, outputTokens: 10, cachedTokens: 64 } },
        { status: 400, body: { error: { message: "no" } } },
      ],
      { mode: "text", dialect: "cline", version: "1.2.3" },
    );
    const tools = [{ name: "read_file", input_schema: { type: "object", properties: { path: { type: "string" } } } }];
    const body = JSON.stringify({ ...QUESTIONS["/v1/messages"], tools, stream: true });
    await (await ask(bridge, "/v1/messages", { body })).text();
    await (await ask(bridge, "/v1/chat/completions")).text();
    await fetch(`${bridge.url}/no-such-path`);
    const answer = await fetch(`${bridge.url}/metrics`);
    expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    const series = seriesOf(await answer.text());
    expect(Object.fromEntries([...series].filter(([name]) => !/seconds/.test(name)))).toEqual({
      'millrace_bridge_info{version="1.2.3",provider="custom"}': 1,
      millrace_bridge_requests_open: 0,
      'millrace_bridge_requests_total{wire="anthropic-messages",mode="text",model="any",end="answered",status="200"}': 1,
      'millrace_bridge_requests_total{wire="openai-chat",mode="text",model="any",end="failed",status="400"}': 1,
      'millrace_bridge_requests_total{wire="openai-chat",mode="none",model="",end="failed",status="404"}': 1,
      'millrace_bridge_tokens_total{model="any",kind="input"}': 100,
      'millrace_bridge_tokens_total{model="any",kind="cached"}': 64,
      'millrace_bridge_tokens_total{model="any",kind="output"}': 10,
      'millrace_bridge_tool_calls_total{model="any",kind="whole"}': 1,
    });
    const labels = 'wire="anthropic-messages",mode="text"';
    expect(series.get(`millrace_bridge_first_content_seconds_bucket{${labels},le="600"}`)).toBe(1);
    expect(series.get(`millrace_bridge_request_seconds_bucket{${labels},le="+Inf"}`)).toBe(1);
    expect(series.get(`millrace_bridge_request_seconds_count{${labels}}`)).toBe(1);
    expect(series.get(`millrace_bridge_request_seconds_sum{${labels}}`)).toBeGreaterThan(0);
  });

  test("say how many requests are open", async () => {
    const { bridge, upstream } = await start([{ parts: [{ text: "Hello, " }, { waitMs: 600_000 }] }]);
    const open = await ask(bridge, "/v1/messages", { stream: true });
    await upstream.waitForRequest(1);
    expect(await (await fetch(`${bridge.url}/metrics`)).text()).toContain("\nmillrace_bridge_requests_open 1\n");
    await open.body?.cancel();
  });

  test("count tries that were given up, by why", async () => {
    const overloaded = { status: 503, headers: { "retry-after-ms": "1" }, body: { error: { message: "overloaded" } } };
    const { bridge } = await start([overloaded, { text: "Hello." }], {
      clock: fastClock(1_000),
      // A busy machine is no silent server.
      timers: { "first-byte": 1e9, "first-content": 1e9, stream: 1e9, keepAlivesOnly: 1e9 },
    });
    await (await ask(bridge)).text();
    const text = await (await fetch(`${bridge.url}/metrics`)).text();
    expect(text).toContain('millrace_bridge_retries_total{kind="overloaded"} 1\n');
  });

  test("stay few, whatever names clients give their models, and with whatever in them", async () => {
    const { bridge } = await start([{ text: "Hello.", repeat: 40 }]);
    for (let at = 0; at < 40; at++) {
      const body = JSON.stringify({ ...QUESTIONS["/v1/chat/completions"], model: `m"\\\n${at}` });
      await (await ask(bridge, "/v1/chat/completions", { body })).text();
    }
    const series = seriesOf(await (await fetch(`${bridge.url}/metrics`)).text());
    const requests = [...series].filter(([name]) => name.startsWith("millrace_bridge_requests_total"));
    expect(requests).toHaveLength(33);
    expect(requests.find(([name]) => name.includes('model="other"'))?.[1]).toBe(8);
  });

  test("name no series twice, and none at length, where names are no text or without an end", async () => {
    const { bridge } = await start([{ text: "Hello.", repeat: 4 }]);
    for (const model of ["\ud800", "\udbff", `${"long".repeat(100)}a`, `${"long".repeat(100)}b`]) {
      const body = JSON.stringify({ ...QUESTIONS["/v1/chat/completions"], model });
      await (await ask(bridge, "/v1/chat/completions", { body })).text();
    }
    const requests = (await (await fetch(`${bridge.url}/metrics`)).text()).match(/^\w+requests_total.*$/gm) ?? [];
    expect(requests.map((line) => line.replace(/^.*model="([^"]*)".* (\d+)$/, "$1 $2"))).toEqual([
      "\ufffd 2",
      `${"long".repeat(50)} 2`,
    ]);
  });

  test("have one name where one model always answers", async () => {
    const { bridge } = await start([{ text: "Hello." }], { model: "coder" });
    await (await ask(bridge)).text();
    expect(await (await fetch(`${bridge.url}/metrics`)).text()).toContain('model="coder",end="answered"');
  });
});

describe("who is told of requests", () => {
  test("may throw: the request is answered, and the process warned", async () => {
    // Caught on its way: printed it would be taken for a fault of the tests.
    const warned = vi.spyOn(process, "emitWarning").mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    const { bridge } = await start([{ text: "Hello.", repeat: 2 }], {
      onRequest() {
        throw new Error("The log is full.");
      },
      onContents() {
        throw new Error("The disk is full.");
      },
    });
    expect(await (await ask(bridge)).text()).toContain("Hello.");
    expect(await (await ask(bridge, "/v1/messages", { stream: true })).text()).toContain("message_stop");
    const warnings = warned.mock.calls.map(([warning]) => String(warning)).sort();
    const [disk, log] = ["Error: The disk is full.", "Error: The log is full."];
    expect(warnings).toEqual([disk, disk, log, log]);
  });

  test("gets no word of what was said, unless that is asked for", async () => {
    const contents: RequestContents[] = [];
    const { bridge, summaries } = await start([{ text: "The swordfish.", chunk: 3, repeat: 2 }], {
      onContents: (entry) => contents.push(entry),
    });
    const answers = [await ask(bridge, "/v1/messages", { stream: true }), await ask(bridge)];
    const texts = [await answers[0]?.text(), await answers[1]?.text()];
    expect(JSON.stringify(summaries)).not.toMatch(/swordfish|"Hi"/);
    expect(contents).toEqual([
      { id: summaries[0]?.id, request: { ...QUESTIONS["/v1/messages"], stream: true }, answer: texts[0] },
      { id: summaries[1]?.id, request: { ...QUESTIONS["/v1/chat/completions"], stream: false }, answer: texts[1] },
    ]);
    expect(answers.map(({ headers }) => headers.get("x-request-id"))).toEqual(summaries.map(({ id }) => id));
  });

  test("gets what there was of an answer that its client did not take to its end", async () => {
    const contents: RequestContents[] = [];
    const { bridge, upstream } = await start([{ parts: [{ text: "The swordfish" }, { waitMs: 600_000 }] }], {
      onContents: (entry) => contents.push(entry),
    });
    const answer = await ask(bridge, "/v1/messages", { stream: true });
    const reader = answer.body?.getReader();
    let got = "";
    while (!got.includes("swordfish")) got += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(await (await upstream.waitForRequest(1)).ended).toBe("client-closed");
    expect(contents[0]?.answer).toContain("swordfish");
  });
});
