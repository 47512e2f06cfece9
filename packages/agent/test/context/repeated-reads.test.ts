import { describe, expect, it } from "vitest";
import { TokenEstimator } from "../../src/context/estimate.js";
import { fitHistory } from "../../src/context/fit.js";
import { ShownReads, supersededResults } from "../../src/context/repeated-reads.js";
import { leaveOut } from "../../src/history/leave-out.js";
import type { Message } from "../../src/history/message.js";
import { type ResultMeta, type ToolResult, textResult } from "../../src/tool.js";
import { assistant, results, user } from "../conversation.js";

const LINES = "a line of some length\n".repeat(120);
const read = (meta: ResultMeta = {}, text = LINES): ToolResult =>
  textResult(text, { meta: { path: "src/a.ts", range: [1, 40], hash: "h1", ...meta } });
const written = (hash: string) => textResult("Edited src/a.ts.", { meta: { path: "src/a.ts", hash } });
/** A turn with one call, answered so. */
const step = (id: string, result: ToolResult): Message[] => [
  assistant(id, "", 1),
  results(`${id}-r`, { type: "tool-result", callId: `${id}.1`, result }),
];
const told = ({ content }: ToolResult) => content.map((part) => (part.type === "text" ? part.text : "")).join("");

describe("a read of the very same lines of the very same content", () => {
  const shown = new ShownReads([user("task"), ...step("a", read())]);

  it("becomes one line that names the earlier one, and the next time it is whole again", () => {
    const again = shown.shorten(read());
    expect(told(again)).toBe(
      "[Unchanged: the result of the read of lines 1-40 of src/a.ts above still holds. Make the call again to have it repeated here.]",
    );
    expect(again.meta).toEqual({ path: "src/a.ts", range: [1, 40], hash: "h1", repeats: "a.1" });
    expect(shown.shorten(read())).toEqual(read());
  });

  it("is whole, then a line, then whole, however often it is asked for", () => {
    const history = [user("task")];
    const kinds = ["a", "b", "c", "d", "e"].map((id) => {
      const kept = new ShownReads(history).shorten(read());
      history.push(...step(id, kept));
      return kept.meta?.repeats ?? "whole";
    });
    expect(kinds).toEqual(["whole", "a.1", "whole", "c.1", "whole"]);
  });

  it.each([
    ["another range", read({ range: [1, 39] })],
    ["a range inside of it", read({ range: [2, 40] })],
    ["another content", read({ hash: "h2" })],
    ["another file", read({ path: "src/b.ts" })],
    ["a content that nobody named", textResult(LINES, { meta: { path: "src/a.ts", range: [1, 40] } })],
    ["a failure", { ...read(), status: "error" as const }],
    ["too little to save anything", read({}, "x".repeat(600))],
  ])("is not %s", (_what, result) => {
    expect(new ShownReads(step("a", read())).shorten(result)).toBe(result);
  });

  it.each([
    ["is left out", leaveOut(step("a", read()), new Set(["a.1"]))],
    ["is gone with its turn", leaveOut([...step("a", read()), user("u")], new Set(["a", "a-r"]))],
    ["was cut", step("a", read({ bytesDropped: 7 }))],
    [
      "was followed by a change back and forth",
      [...step("a", read()), ...step("b", written("h2")), ...step("c", written("h1"))],
    ],
  ])("is shown whole where the earlier one %s", (_what, history) => {
    const result = read();
    expect(new ShownReads(history).shorten(result)).toBe(result);
  });

  it("asked for twice in one message is told in one line once", () => {
    const reads = new ShownReads(step("a", read()));
    expect([reads.shorten(read()), reads.shorten(read())].map(({ meta }) => meta?.repeats)).toEqual(["a.1", undefined]);
  });
});

describe("what later results make needless", () => {
  const ids = (history: readonly Message[]) => supersededResults(history).map(({ callId }) => callId);

  it("is first what one of the same content shows again, then what is out of date, each from the oldest on", () => {
    const history = [
      ...step("old", read({ hash: "h0" })),
      ...step("part", read({ range: [3, 9] })),
      ...step("same", read()),
      ...step("more", read({ range: [1, 90] })),
    ];
    expect(ids(history)).toEqual(["part.1", "same.1", "old.1"]);
  });

  it("is what a later call of ours has changed", () => {
    expect(ids([...step("a", read()), ...step("b", written("h2"))])).toEqual(["a.1"]);
    expect(ids([...step("a", read()), ...step("b", written("h1"))])).toEqual([]);
  });

  it.each([
    ["other lines", [...step("a", read()), ...step("b", read({ range: [2, 90] }))]],
    ["a later one that was cut", [...step("a", read()), ...step("b", read({ bytesDropped: 1 }))]],
    ["another file", [...step("a", read()), ...step("b", read({ path: "b.ts" }))]],
    ["a later one that only names it", [...step("a", read()), ...step("b", read({ repeats: "a.1" }, "[Unchanged]"))]],
  ])("is nothing because of %s", (_what, history) => {
    expect(ids(history)).toEqual([]);
  });

  it("goes before larger results that nothing replaces", () => {
    const large = textResult("y".repeat(3_000));
    const history = [
      user("task"),
      ...step("stale", read({ hash: "h0" })),
      ...step("large", large),
      ...step("first", read()),
      ...step("again", read()),
      ...step("newest", textResult("z")),
    ];
    const fit = (windowTokens: number) =>
      fitHistory({ history, windowTokens, reserveTokens: 0, estimator: new TokenEstimator(1), system: "", tools: [] })
        .dropped;
    expect(fit(10_000)).toEqual(["first.1", "stale.1"]);
    expect(fit(8_000)).toEqual(["first.1", "stale.1", "large.1"]);
  });
});

it("a line that names a result goes with it", () => {
  const history = [user("task"), ...step("a", read()), ...step("b", read({ repeats: "a.1" }, "[Unchanged]"))];
  for (const dropped of [["a.1"], ["a", "a-r"]]) {
    const left = leaveOut([...history, user("u")], new Set(dropped));
    expect(JSON.stringify(left)).not.toContain("Unchanged");
    expect(JSON.stringify(left.find(({ id }) => id === "b-r"))).toContain("was left out to make room");
  }
});
