import { describe, expect, test } from "vitest";
import type { Kind, Line } from "../../conformance/kind.js";
import { RETRY } from "../../conformance/kinds/retry.js";
import { STREAMING } from "../../conformance/kinds/streaming.js";

const run = async (kind: Kind, given: object, expected: object) =>
  kind.run({ id: "own", given, expect: expected } as Line, "");

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const said = (content: string) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
const stop = event({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
const stream = (...chunks: string[]) => ({
  api: "openai-chat",
  status: 200,
  headers: { "content-type": "text/event-stream" },
  chunks,
});

describe("a case of bytes", () => {
  const whole = stream(said("all"), stop, "data: [DONE]\n\n");
  const cut = stream(said("half"));

  test("passes where everything is as expected", async () => {
    const expected = { text: "all", complete: true, usage: null, usageEstimated: true, errorShown: 0 };
    expect(await run(STREAMING, whole, expected)).toEqual({ status: "passed" });
    const broken = { text: "half", complete: false, class: "network", retryable: true, errorShown: 1, keepsText: true };
    expect(await run(STREAMING, cut, broken)).toEqual({ status: "passed" });
  });

  test.each([
    [{ text: "al" }],
    [{ reasoning: "hm" }],
    [{ complete: false }],
    [{ class: "network" }],
    [{ retryable: true }],
    [{ errorShown: 1 }],
    [{ emptyResponse: true }],
    [{ hintModel: true }],
    [{ usage: { input: 1, output: 1 } }],
    [{ usageEstimated: false }],
    [{ aborted: true }],
    [{ abortsSocket: true }],
    [{ settlesWithinMs: 200 }],
    [{ endsBetweenMs: [0, 1] }],
    [{ textAfterAbort: "" }],
    [{ somethingNew: true }],
  ])("fails where %j is expected of a whole answer", async (expected) => {
    const { status, detail } = await run(STREAMING, whole, expected);
    expect(status).toBe("failed");
    expect(detail).toContain(Object.keys(expected)[0]);
  });
});

describe("a case of a timeline", () => {
  // In a process all this goes a hundred times as fast: three real seconds for the first byte, and then 30 ms of silence,
  // which nothing but the server's silence can fill.
  const config = { firstChunkMs: 300_000, idleMs: 3_000 };
  const stalls = { api: "anthropic", config, timelineMs: [{ at: 0, event: "text" }] };

  test("passes by hand and in a process where everything is as expected", async () => {
    const expected = { class: "timeout", endsBetweenMs: [3_000, 3_500], abortsSocket: true, keepsText: true };
    expect(await run(STREAMING, stalls, expected)).toEqual({ status: "passed" });
  });

  test.each([[{ endsBetweenMs: [3_001, 4_000] }], [{ endsBetweenMs: [2_000, 2_999] }], [{ abortsSocket: false }]])(
    "fails where %j is expected",
    async (expected) => {
      expect((await run(STREAMING, stalls, expected)).status).toBe("failed");
    },
  );
});

describe("a script of answers", () => {
  const busy = {
    script: [
      { status: 429, headers: { "retry-after": "5" } },
      { status: 200, ok: true },
    ],
  };
  const overflow = {
    script: [{ status: 400, body: '{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}' }],
  };
  const dropped = { script: [{ status: 200, streamText: "The plan is", thenDrop: true }] };

  test("passes where everything is as expected", async () => {
    const retried = { calls: 2, waitsMs: [[5_000, 5_500]], errorShown: 0, retryNoticeShown: 1, textShownTwice: false };
    expect(await run(RETRY, busy, retried)).toEqual({ status: "passed" });
    const fitted = { calls: 2, compactions: 1, secondRequestSmaller: true, finalText: "All is well." };
    expect(await run(RETRY, overflow, fitted)).toEqual({ status: "passed" });
  });

  test.each([
    [busy, { calls: 1 }],
    [busy, { callsAtMost: 1 }],
    [busy, { waitsMs: [[5_501, 6_000]] }],
    [busy, { waitsMs: [[1_000, 4_999]] }],
    [
      busy,
      {
        waitsMs: [
          [5_000, 5_500],
          [1_000, 2_000],
        ],
      },
    ],
    [busy, { errorShown: 1 }],
    [busy, { retryNoticeShown: 0 }],
    [busy, { finalClass: "rate_limit" }],
    [busy, { aborted: true }],
    [busy, { settlesWithinMs: 200 }],
    [busy, { secondRequestSmaller: true }],
    [overflow, { compactions: 0 }],
    [overflow, { compactionsAtMost: 0 }],
    [dropped, { finalText: "The plan is" }],
    [dropped, { textShownTwice: true }],
    [dropped, { emptyAssistantTurnsStored: 0 }],
    [dropped, { somethingNew: true }],
  ])("%j fails where %j is expected", async (given, expected) => {
    const { status, detail } = await run(RETRY, given, expected);
    expect(status).toBe("failed");
    expect(detail).toContain(Object.keys(expected)[0]);
  });
});
