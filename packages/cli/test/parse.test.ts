import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();

const ANSWER = `I will read it.

<read_file>
<path>src/a.ts</path>
</read_file>`;

describe("millrace parse", () => {
  test("prints what an answer on standard input holds", async () => {
    const { code, stdout } = await program.run(["parse"], { input: ANSWER });
    expect(code).toBe(0);
    const { blocks, calls, text, reasoning } = JSON.parse(stdout);
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual(["text", "tool-use"]);
    expect(calls).toEqual([
      {
        name: "read_file",
        input: { path: "src/a.ts" },
        params: [["path", "src/a.ts"]],
        partial: false,
        closedBy: "close",
        repairs: [],
      },
    ]);
    expect(text).toBe("I will read it.");
    expect(reasoning).toBe("");
  });

  test("reads a file, in pieces of any size, to the same result", async () => {
    const file = join(program.folder("answers"), "answer.txt");
    writeFileSync(file, `<think>Hm.</think>\n${ANSWER}\n`);
    const whole = await program.run(["parse", file]);
    expect(JSON.parse(whole.stdout).reasoning).toBe("Hm.");
    for (const size of ["1", "2", "3", "7"]) {
      expect((await program.run(["parse", file, "--chunk", size])).stdout).toBe(whole.stdout);
    }
  });

  test("takes other tools from a file", async () => {
    const tools = join(program.folder("answers"), "tools.json");
    writeFileSync(
      tools,
      JSON.stringify([
        {
          name: "count",
          parameters: { type: "object", properties: { upTo: { type: "integer" } }, required: ["upTo"] },
        },
      ]),
    );
    const { stdout } = await program.run(["parse", "--tools", tools], { input: "<count><upTo>7</upTo></count>" });
    expect(JSON.parse(stdout).calls).toMatchObject([{ name: "count", input: { upTo: 7 } }]);
  });

  test.each([
    ["{", "not JSON"],
    ["{}", "JSON array"],
    ['[{"parameters":{}}]', 'entry 1 has no "name"'],
    ['[{"name":"a","parameters":7}]', '"parameters" of a'],
  ])("says what is wrong with a tools file that holds %s", async (content, words) => {
    const tools = join(program.folder("answers"), "bad-tools.json");
    writeFileSync(tools, content);
    const { code, stderr } = await program.run(["parse", "--tools", tools], { input: "" });
    expect(code).toBe(2);
    expect(stderr).toContain(tools);
    expect(stderr).toContain(words);
  });

  test("mends nothing unless it is told that the answer ended by itself", async () => {
    const open = "<read_file>\n<path>a.ts</path>\n";
    const cut = JSON.parse((await program.run(["parse"], { input: open })).stdout);
    expect(cut.calls).toMatchObject([{ name: "read_file", partial: true, closedBy: "end" }]);
    const stopped = JSON.parse((await program.run(["parse", "--reason", "stop"], { input: open })).stdout);
    expect(stopped.calls).toMatchObject([{ name: "read_file", partial: false, closedBy: "repair" }]);
    expect(stopped.calls[0].repairs).toHaveLength(1);
  });

  test("--explain shows every piece of the raw text, what was mended and what was held", async () => {
    const input = `${ANSWER.replace("</path>\n", "\n")} and on`;
    const { code, stdout } = await program.run(["parse", "--explain", "--reason", "stop"], { input });
    expect(code).toBe(0);
    expect(stdout).toContain("0..17 text");
    expect(stdout).toContain("call read_file (cline, closed by repair)");
    expect(stdout).toContain("mended, implied-parameter-close");
    expect(stdout).toContain("Held back while it streamed:");
    expect(stdout).toMatch(/"<read_file>\\n<path" until character \d+: tool-start/);
    const shown = stdout
      .split("Held back")[0]
      ?.split("\n")
      .filter((line) => line.startsWith("  │"))
      .map((line) => line.slice(3))
      .join("");
    expect(shown?.replace(/\n/g, "")).toBe(input.replace(/\n/g, ""));
  });

  test("--explain tells of as many held pieces as there are", async () => {
    const { code, stdout, stderr } = await program.run(["parse", "--explain"], { input: "x <b>\n".repeat(200_000) });
    expect(code, stderr).toBe(0);
    expect(stdout.match(/ until character /g)).toHaveLength(200_000);
  });

  test("--explain marks gaps and says that the end is missing", async () => {
    const { stdout } = await program.run(["parse", "--explain"], { input: "</think>Yes.\n<read_file>\n<path>a" });
    expect(stdout).toContain("0..8 gap");
    expect(stdout).toContain("cut off, would not run");
    expect(stdout).toContain("! The message stopped inside a call");
  });

  test("an empty answer holds nothing", async () => {
    const { stdout } = await program.run(["parse"], { input: "" });
    expect(JSON.parse(stdout)).toEqual({ blocks: [], calls: [], text: "", reasoning: "" });
  });
});
