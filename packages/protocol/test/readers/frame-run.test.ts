import { expect, test } from "vitest";
import { defineDialect } from "../../src/dialects/define-dialect.js";
import { createDialectParser, type ToolDefinition } from "../../src/index.js";
import type { Frame, FrameSteps } from "../../src/readers/frame.js";
import type { FrameRun } from "../../src/readers/frame-run.js";
import { jsonLesson } from "../../src/teach/json-lesson.js";
import { cutEvery } from "../cuts.js";
import { dialectTools } from "../dialects/dialect-tools.js";

/** Blocks of a message in a dialect of one frame, which `@go` opens; the same in two cuts. */
function blocksOf(text: string, steps: (run: FrameRun) => FrameSteps, tools: readonly ToolDefinition[] = dialectTools) {
  const frame: Frame = { openers: [{ literal: "@go" }], read: steps };
  const dialect = defineDialect({
    name: "steps",
    families: [],
    frames: [frame],
    scalars: "data",
    writeCall: () => "",
    lesson: jsonLesson({ call: "steps", brief: "steps", own: "@go" }),
  });
  const [whole, cut] = [[text], cutEvery(text, 1)].map((pieces) => {
    const reader = createDialectParser(dialect, { tools });
    for (const piece of pieces) reader.push({ type: "text-delta", text: piece });
    reader.end("stop");
    return reader.blocks;
  });
  expect(cut).toEqual(whole);
  return whole;
}

test("a call that begins cuts off one that is open, where it begins", () => {
  const blocks = blocksOf("@go 12", function* (run) {
    yield* run.skipBlanks();
    run.begin("list_tasks");
    yield* run.literal("1");
    yield* run.peek();
    run.begin("read_file", run.place);
    yield* run.literal("2");
    run.close("close");
    return "text";
  });
  expect(blocks).toMatchObject([
    { name: "list_tasks", closedBy: "end", partial: true, span: { start: 0, end: 5 } },
    { name: "read_file", closedBy: "close", span: { start: 5, end: 6 } },
  ]);
});

test("what is held behind a call is text where the frame ends, and is not shown where it is dropped", () => {
  const read = (drops: readonly string[]) =>
    blocksOf("@go a b.", function* (run) {
      yield* run.skipBlanks();
      run.begin("list_tasks");
      run.close("close");
      run.hold();
      yield* run.literal("a");
      if (drops.includes("a")) run.drop();
      return "text";
    });
  expect(read([])).toMatchObject([{ name: "list_tasks" }, { type: "text", text: "a b." }]);
  expect(read(["a"])).toMatchObject([{ name: "list_tasks" }, { type: "text", text: "b." }]);
});

test("a frame gives back what is no call, and a mark that is none of its own", () => {
  expect(
    blocksOf("@go away", function* (run) {
      yield* run.skipBlanks();
      run.giveBack(run.place);
      return "text";
    }),
  ).toMatchObject([{ type: "text", text: "away" }]);
  expect(
    blocksOf("@go 1@go 2", function* (run) {
      yield* run.skipBlanks();
      run.begin("list_tasks");
      run.skip();
      run.close("close");
      if (yield* run.literal("@go")) run.reopen("@go");
      return "text";
    }),
  ).toMatchObject([{ name: "list_tasks" }, { name: "list_tasks" }]);
});

test("a frame that does not return at the end of the message has its open call cut off", () => {
  expect(
    blocksOf("@go 1", function* (run) {
      yield* run.skipBlanks();
      run.begin("list_tasks");
      while (yield* run.more()) run.skip();
      yield;
      return "text";
    }),
  ).toMatchObject([{ name: "list_tasks", closedBy: "end", partial: true }]);
});

test("a call is complete where no argument is open, and all that are required and described have ended", () => {
  const parameters = {
    type: "object",
    required: ["path", "nowhere"],
    properties: { path: { type: "string" } },
  } as const;
  const told: (boolean | undefined)[] = [];
  blocksOf(
    "@go 1",
    function* (run) {
      yield* run.skipBlanks();
      const call = run.begin("open_file");
      told.push(call.isComplete);
      call.startParam("path");
      told.push(call.isComplete);
      call.endParam();
      told.push(call.isComplete);
      run.close("close");
      return "text";
    },
    [{ name: "open_file", description: "", parameters }],
  );
  expect(told.slice(0, 3)).toEqual([false, false, true]);
});
