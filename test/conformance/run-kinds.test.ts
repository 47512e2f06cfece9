import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Kind, Line, Outcome } from "../../conformance/kind.js";
import { runKinds } from "../../conformance/run-kinds.js";

interface Fruit extends Line {
  readonly colour: string;
}

/** A kind of its own: green fruit passes, red fails, blue is not yet known. */
function fruits(more: Partial<Kind> = {}): Kind {
  return {
    name: "fruits",
    folder: "cases",
    file: "fruits.jsonl",
    run: async (line) => outcomeOf((line as Fruit).colour),
    ...more,
  };
}

function outcomeOf(colour: string): Outcome {
  if (colour === "blue") return { status: "not-yet" };
  return colour === "green" ? { status: "passed" } : { status: "failed", detail: `it is ${colour}` };
}

describe("a conformance run", () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "millrace-conformance-"));
    const write = (name: string, lines: readonly Fruit[]) =>
      writeFileSync(join(folder, name), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
    write("fruits.jsonl", [
      { id: "pear", colour: "green" },
      { id: "plum", colour: "blue" },
      { id: "apple", colour: "red" },
      { id: "lime", colour: "green" },
    ]);
    write("ripe.jsonl", [{ id: "kiwi", colour: "green" }]);
    writeFileSync(join(folder, "torn.jsonl"), '{"id":"a","colour":"green"}\n{"id":\n');
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function run(kinds: readonly Kind[], names: readonly string[] = [], cases = folder) {
    const lines: string[] = [];
    const print = (line: string) => {
      lines.push(line);
    };
    const code = await runKinds({ kinds, names, environment: { MILLRACE_CASES: cases }, print });
    return { code, lines };
  }

  test("prints how many passed of those it ran, how many are not yet run, and each failure by its id", async () => {
    const { code, lines } = await run([fruits()]);
    expect(lines).toEqual(["fruits 2/3, 1 not yet", "  failed apple: it is red"]);
    expect(code).toBe(1);
  });

  test("ends with 0 when nothing failed, and then says nothing of lines not yet run where there are none", async () => {
    expect(await run([fruits({ file: "ripe.jsonl" })])).toEqual({ code: 0, lines: ["fruits 1/1"] });
  });

  test("runs only the kinds it is asked for", async () => {
    const { lines } = await run([fruits(), fruits({ name: "ripe", file: "ripe.jsonl" })], ["ripe"]);
    expect(lines).toEqual(["ripe 1/1"]);
  });

  test("refuses an unknown kind with 2 and lists the known ones", async () => {
    const { code, lines } = await run([fruits()], ["fruits", "nuts"]);
    expect(code).toBe(2);
    expect(lines).toEqual(["No such kind: nuts. There are: fruits."]);
  });

  test("skips a kind whose folder is absent, says how to name another, and ends with 0", async () => {
    const { code, lines } = await run([fruits()], [], join(folder, "elsewhere"));
    expect(code).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^fruits skipped: there is no folder .*elsewhere \(set MILLRACE_CASES/),
    ]);
  });

  test("fails where the folder is there and the file is not", async () => {
    const { code, lines } = await run([fruits({ file: "nuts.jsonl" })]);
    expect(code).toBe(1);
    expect(lines).toEqual([expect.stringContaining("nuts.jsonl is not")]);
  });

  test("names file and line of what is no JSON", async () => {
    await expect(run([fruits({ file: "torn.jsonl" })])).rejects.toThrow(/torn\.jsonl, line 2 is not JSON/);
  });

  test("counts a throw as a failure of that line and goes on", async () => {
    const throwing = fruits({
      run: async ({ id }) => {
        if (id === "pear") throw new Error("no pears");
        return { status: "passed" };
      },
    });
    const { code, lines } = await run([throwing]);
    expect(code).toBe(1);
    expect(lines[0]).toBe("fruits 3/4");
    expect(lines[1]).toMatch(/^ {2}failed pear: threw Error: no pears/);
  });

  test("takes only the lines that are of the kind", async () => {
    const { lines } = await run([fruits({ takes: ({ id }) => id !== "apple" })]);
    expect(lines).toEqual(["fruits 2/2, 1 not yet"]);
  });

  test("fails when what is asked of the whole file does not hold, though every line passed", async () => {
    const reviewed = fruits({
      file: "ripe.jsonl",
      review: (results) => ({ notes: [`saw ${results.length}`], broken: ["too few"] }),
    });
    expect(await run([reviewed])).toEqual({ code: 1, lines: ["fruits 1/1", "  saw 1", "  failed: too few"] });
  });

  test("counts quirks apart, and a quirk that fails fails the run like any line", async () => {
    const { code, lines } = await run([fruits({ isQuirk: ({ id }) => id === "apple" || id === "lime" })]);
    expect(lines).toEqual(["fruits 1/1 (quirk 1/2), 1 not yet", "  failed apple: it is red"]);
    expect(code).toBe(1);
  });

  test("forgives a known miss, and prints why beside its difference", async () => {
    const { code, lines } = await run([fruits({ knownMisses: { apple: "apples are red" } })]);
    expect(lines).toEqual(["fruits 2/3, 1 not yet", "  known miss apple (apples are red): it is red"]);
    expect(code).toBe(0);
  });

  test("fails on a known miss that passes, and not on one that is not yet run", async () => {
    const stale = fruits({ file: "ripe.jsonl", knownMisses: { kiwi: "brown", plum: "blue" } });
    expect(await run([stale])).toEqual({
      code: 1,
      lines: ["fruits 1/1", "  failed: kiwi passes, but stands among the known misses (brown)"],
    });
  });

  test("counts kinds of one total together and fails where too few of their lines pass, quirks aside", async () => {
    const knownMisses = { apple: "apples are red" };
    const isQuirk = ({ id }: Line) => id === "kiwi";
    const both = (least: number) => {
      const total = { name: "all fruit", least };
      return [fruits({ knownMisses, total }), fruits({ name: "ripe", file: "ripe.jsonl", isQuirk, total })];
    };
    const fair = await run(both(0.66));
    expect(fair.lines.at(-1)).toBe("all fruit: 2/3 (quirk 1/1), 1 not yet");
    expect(fair.code).toBe(0);
    const strict = await run(both(0.7));
    expect(strict.lines.at(-1)).toBe("  failed: 66.7 % pass, and 70 % must");
    expect(strict.code).toBe(1);
  });
});

test("npm run conformance passes its words on and ends with the run's exit code", () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { status, stdout } = spawnSync("npm", ["run", "--silent", "conformance", "--", "nuts"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^No such kind: nuts\. There are: (?:anthropic-fc|corpus), /);
  expect(status).toBe(2);
});
