import { describe, expect, test } from "vitest";
import type { AskUser } from "../../src/approvals/ask.js";
import type { Mode } from "../../src/approvals/modes.js";
import { MemoryJournal } from "../../src/journal.js";
import type { Plan, Tool } from "../../src/tool.js";
import { ScriptedModel, says, writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { recordingTool } from "./test-tools.js";

/** What no JSON can hold: it leads back to itself. */
const ofTheTool: { self?: unknown } = {};
ofTheTool.self = ofTheTool;

const TOLD = { title: "Create a", changes: [{ path: "a", diff: "+x", after: { hash: "h" } }] };
const PLAN: Plan = { ...TOLD, data: ofTheTool };

/** A run with one call of a tool that makes plans. `used`: the plans that it was run with. */
async function planning(mode: Mode, askUser?: AskUser) {
  const used: unknown[] = [];
  const tool: Tool<{ path: string }> = {
    ...recordingTool("write_it", "files"),
    plan: async () => PLAN,
    async run(_input, _context, plan) {
      used.push(plan);
      return { status: "ok", content: [] };
    },
  };
  const model = new ScriptedModel(says(writesCall("write_it", { path: "a" })), says("Fine."));
  const journal = new MemoryJournal();
  const watched = startTask({ model, mode, journal, tools: [tool], ...(askUser && { askUser }) });
  await watched.task.run("go");
  return { ...watched, used, journal };
}

describe("what a call is about to change", () => {
  test("is told before it starts where nobody is asked, to those who watch and not to the journal", async () => {
    const { events, used, of, journal } = await planning("auto");
    const [planned] = of("call-planned");
    expect(planned?.plan).toEqual(TOLD);
    expect(planned?.callId).toBe(of("call-started")[0]?.callId);
    const kinds = events.map(({ type }) => type);
    expect(kinds.indexOf("call-planned")).toBeLessThan(kinds.indexOf("call-started"));
    expect(journal.events.some(({ type }) => type === "call-planned")).toBe(false);
    expect(used).toEqual([PLAN]);
  });

  test("is told as the user edited it", async () => {
    const edited: Plan = { ...PLAN, title: "Create b" };
    const { of, used } = await planning("ask", async () => ({ answer: "yes", edited }));
    expect(of("call-planned").map(({ plan }) => plan.title)).toEqual(["Create b"]);
    expect(used).toEqual([edited]);
  });

  test("is not told where it was rejected", async () => {
    const { of } = await planning("ask", async () => ({ answer: "no" }));
    expect(of("call-planned")).toEqual([]);
  });

  test("stands whole before who is asked, and as plain JSON in every event", async () => {
    const seen: unknown[] = [];
    const { events, of } = await planning("ask", async ({ plan }) => {
      seen.push(plan);
      return { answer: "yes", edited: PLAN };
    });
    expect(seen).toEqual([PLAN]);
    expect(of("ask-opened").map(({ ask }) => ask.plan)).toEqual([TOLD]);
    expect(of("ask-answered").map(({ answer }) => answer.edited)).toEqual([TOLD]);
    expect(() => JSON.stringify(events)).not.toThrow();
    for (const event of of("ask-opened")) expect(JSON.parse(JSON.stringify(event))).toEqual(event);
  });
});
