import { validateInput } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { codingTools, codingToolsByForm, type ToolForm } from "../src/index.js";
import { textOf, workbench } from "./support/workbench.js";

const NATIVE = [
  "read_file",
  "write_to_file",
  "replace_in_file",
  "list_files",
  "search_files",
  "execute_command",
  "ask_followup_question",
];

describe("the coding tools", () => {
  test("come in one order, attempt_completion only for text protocols", () => {
    expect(codingTools().map(({ name }) => name)).toEqual(NATIVE);
    expect(codingTools({ form: "text" }).map(({ name }) => name)).toEqual([...NATIVE, "attempt_completion"]);
  });

  test.each(["native", "text"] as const)("cost a model less than 1,500 tokens in the %s form", (form) => {
    const definitions = codingTools({ form }).map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    }));
    expect(Buffer.byteLength(JSON.stringify(definitions)) / 4).toBeLessThan(1_500);
  });

  test("take what models write besides, and what benchmarks call", () => {
    const faults = (form: ToolForm, name: string, input: unknown) => {
      const tool = codingTools({ form }).find((one) => one.name === name);
      return tool && validateInput(tool, input);
    };
    expect(faults("native", "read_file", { path: "a" })).toEqual([]);
    expect(faults("native", "write_to_file", { path: "a", content: "" })).toEqual([]);
    expect(faults("native", "execute_command", { command: "ls", requires_approval: false })).toEqual([]);
    expect(faults("native", "replace_in_file", { path: "a", edits: [{ search: "a", replace: "" }] })).toEqual([]);
    expect(faults("native", "replace_in_file", { path: "a", diff: "x" })).toEqual([]);
    expect(faults("text", "replace_in_file", { path: "a", diff: "x" })).toEqual([]);
    expect(faults("text", "replace_in_file", { path: "a" })).toHaveLength(1);
    expect(faults("native", "read_file", { path: "a", start_line: 0 })).toHaveLength(1);
    for (const { name, parameters } of codingTools({ form: "text" })) {
      expect(parameters.properties?.task_progress?.["x-ignored"], name).toBe(true);
    }
    const ignored = codingTools({ form: "text" }).flatMap(({ parameters }) =>
      Object.entries(parameters.properties ?? {}).flatMap(([name, schema]) => (schema["x-ignored"] ? [name] : [])),
    );
    expect(ignored.filter((name) => name !== "task_progress")).toEqual(["requires_approval", "command"]);
  });

  test("mark their bodies", () => {
    const bodies = codingTools({ form: "text" }).flatMap(({ name, parameters }) =>
      Object.entries(parameters.properties ?? {}).flatMap(([property, schema]) =>
        schema["x-body"] ? [`${name}.${property}`] : [],
      ),
    );
    expect(bodies).toEqual([
      "write_to_file.content",
      "replace_in_file.diff",
      "execute_command.command",
      "ask_followup_question.question",
      "attempt_completion.result",
    ]);
  });

  test("remember what was read for one set only", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "one\n");
    await bench.call("read_file", { path: "a.txt" });
    const other = codingTools().find(({ name }) => name === "write_to_file");
    const write: { plan?(input: object, context: object): Promise<unknown> } = other ?? {};
    await expect(write.plan?.({ path: "a.txt", content: "x" }, { workspace: bench.workspace })).rejects.toMatchObject({
      code: "not_read",
    });
  });

  test("remember what was read in one form when they are used in the other", async () => {
    const byForm = codingToolsByForm();
    const reading = byForm("native").filter(({ name }) => name === "read_file");
    const writing = byForm("text").filter(({ name }) => name === "write_to_file");
    const bench = await workbench([...reading, ...writing]);
    await bench.file("a.txt", "one\n");
    await bench.call("read_file", { path: "a.txt" });
    await bench.call("write_to_file", { path: "a.txt", content: "two\n" });
    expect(await bench.text("a.txt")).toBe("two\n");
  });
});

describe("ask_followup_question", () => {
  test("asks the user and gives the answer to the model", async () => {
    const bench = await workbench();
    const asked: unknown[] = [];
    const ask = async (question: unknown) => {
      asked.push(question);
      return { words: "blue", by: "user" as const };
    };
    const result = await bench.call(
      "ask_followup_question",
      { question: "\nWhich?\n", options: ["red", "blue"] },
      { ask },
    );
    expect(asked).toEqual([{ message: "Which?", choices: ["red", "blue"] }]);
    expect(textOf(result)).toBe("The user answered: blue");
  });

  test("says so where nobody is there", async () => {
    const bench = await workbench();
    const result = await bench.call("ask_followup_question", { question: "Which?" });
    expect(textOf(result)).toBe("Nobody is there to answer. Decide yourself, and say what you assumed.");
  });
});

describe("attempt_completion", () => {
  test("ends the run with its result", async () => {
    const bench = await workbench("text");
    expect(bench.tools.get("attempt_completion")?.ends).toBe("run");
    expect(textOf(await bench.call("attempt_completion", { result: "\nDone.\n" }))).toBe("Done.");
  });
});
