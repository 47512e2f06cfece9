import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ModelRequest, startModelServer } from "@millrace/testkit";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { faultsOf, keptPrefix, type Run } from "../../clients/judge-run.js";
import { FINAL_WORDS, speedLine, writeTask } from "../../clients/task.js";

const ENDED = { exitCode: 0, stdout: `${FINAL_WORDS}\n`, stderr: "", seconds: 1 };

const DONE = `# The mill\n${speedLine(4712)}\nstones = 2\n`;

let workspace: string;
let requests: readonly ModelRequest[];

beforeAll(async () => {
  const server = await startModelServer({ scenario: { answers: [{ text: "x", repeat: "always" }], prefix: "report" } });
  const messages = [{ role: "user", content: "hello" }];
  for (const content of ["one", "two", "three", "four"]) {
    const body = JSON.stringify({ model: "m", messages });
    const headers = { "content-type": "application/json" };
    await fetch(`${server.url}/v1/chat/completions`, { method: "POST", headers, body });
    messages.push({ role: "assistant", content: "x" }, { role: "user", content });
  }
  requests = [...server.requests];
  await server.close();
});

/** A workspace in which the task is done. */
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), "judge-run-"));
  for (const name of ["mill.txt", "checked.txt"]) writeFileSync(join(workspace, name), DONE);
});

afterEach(() => rmSync(workspace, { recursive: true }));

function good(more: Partial<Run> = {}): Run {
  return {
    ended: ENDED,
    workspace,
    requests,
    ofTask: requests,
    violations: [],
    marks: ["<x>"],
    nativeTries: 0,
    ...more,
  };
}

describe("a run is judged", () => {
  test("good where all was done, and nothing else", () => {
    expect(faultsOf(good())).toEqual([]);
  });

  test("faulty where the file was not changed and the command did not run", () => {
    writeTask(workspace);
    rmSync(join(workspace, "checked.txt"));
    expect(faultsOf(good())).toEqual([expect.stringContaining("mill.txt holds"), "The command did not run."]);
  });

  test("faulty where the command ran before the file was changed", () => {
    writeFileSync(join(workspace, "checked.txt"), "# The mill\n");
    expect(faultsOf(good())).toEqual(["The command ran before the file was changed."]);
  });

  test.each<[string, Partial<Run>, string]>([
    ["it ends with an error", { ended: { ...ENDED, exitCode: 1, stderr: "no key" } }, 'It ended with 1: "no key"'],
    ["it says something else", { ended: { ...ENDED, stdout: "Hm." } }, "It did not show the last words"],
    ["markup is shown", { ended: { ...ENDED, stdout: `<x>${FINAL_WORDS}` } }, "It showed <x>"],
    ["a request is missing", { ofTask: [] }, "The task took 0 requests, not 4."],
    [
      "a request breaks a rule",
      { violations: [{ request: 2, rule: "alternation", message: "no", path: "messages" }] },
      "Request 2 breaks alternation at messages: no",
    ],
  ])("faulty where %s", (_, more, fault) => {
    expect(faultsOf(good(more)).join("\n")).toContain(fault);
  });

  test("faulty where native tools were offered, but for those tries that may be", () => {
    const offered = requests.map((request) => ({ ...request, json: { ...request.json, tools: [] } })).slice(0, 1);
    expect(faultsOf(good({ requests: offered }))).toEqual(["Native tools were offered in 1 of 1 requests."]);
    expect(faultsOf(good({ requests: offered, nativeTries: 1 }))).toEqual([]);
  });

  test("by how much of a request the next one begins with", () => {
    expect(keptPrefix(requests)).toBe(1);
    const changed = requests.map((request, at) =>
      at === 2 ? { ...request, messages: [{ role: "user", content: "other" }] } : request,
    );
    expect(keptPrefix(changed)).toBeLessThan(0.5);
    expect(faultsOf(good({ ofTask: changed })).join("\n")).toMatch(/keeps only \d+ % of the one before it/);
  });
});
