import { InvalidOptionError } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { createAgent } from "../../src/create-agent.js";
import { exitCode, failureExitCode } from "../../src/exit-codes.js";
import { ScriptedModel, says } from "./scripted-model.js";
import { recordingTool } from "./test-tools.js";

const model = new ScriptedModel(says("Fine."));

describe("a bad option is refused when the agent is made, by its name", () => {
  test.each([
    ["two tools of one name", { tools: [recordingTool("a", "none"), recordingTool("a", "none")] }, "tools"],
    ["a tool without a name", { tools: [recordingTool("", "none")] }, "tools"],
    [
      "two tools of one name in the text form, which may be needed later",
      { tools: (form: string) => (form === "text" ? [recordingTool("a", "none"), recordingTool("a", "none")] : []) },
      "tools",
    ],
    ["a dialect that is none", { dialect: "klingon" }, "dialect"],
  ])("%s", (_name, options, option) => {
    const make = () => createAgent({ model, ...options });
    expect(make).toThrow(InvalidOptionError);
    expect(make).toThrow(expect.objectContaining({ option }));
  });
});

test("only a model is needed, and two tasks of an agent know nothing of each other", async () => {
  const agent = createAgent({ model });
  const [one, two] = [agent.startTask(), agent.startTask()];
  expect(one.id).not.toBe(two.id);
  expect((await one.run("first")).text).toBe("Fine.");
  await two.run("second");
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain("first");
});

test("every kind of end has the exit code that scripts hold on to", () => {
  const ends = ["answered", "completed", "denied", "limit", "aborted"] as const;
  expect(ends.map(exitCode)).toEqual([0, 0, 3, 4, 130]);
  const failures = [
    "auth",
    "quota",
    "spend_limit",
    "entitlement",
    "rate_limit",
    "overloaded",
    "network",
    "timeout",
    "context_overflow",
    "invalid_request",
    "content_filter",
    "unknown",
    "empty",
    "internal",
  ] as const;
  expect(failures.map(failureExitCode)).toEqual([10, 11, 11, 11, 12, 12, 13, 13, 14, 15, 15, 1, 1, 1]);
});
