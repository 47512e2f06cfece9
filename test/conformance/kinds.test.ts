import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { corpusFiles } from "../../conformance/corpus-files.js";
import type { Kind, Line } from "../../conformance/kind.js";
import { CLINE_V2_DIFFERENTIAL } from "../../conformance/kinds/cline-v2-differential.js";
import { corpora } from "../../conformance/kinds/corpus.js";
import { allKinds } from "../../conformance/kinds/index.js";
import { PARSING } from "../../conformance/kinds/parsing.js";
import { runKinds } from "../../conformance/run-kinds.js";

const TOOLS = [
  {
    name: "write_to_file",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, content: { type: "string" }, lines: { type: "integer" } },
      required: ["path", "content"],
    },
  },
];
const WRITE = "<write_to_file>\n<path>a</path>\n<content>\nx\n</content>\n<lines>1</lines>\n</write_to_file>";
const WRITTEN = { name: "write_to_file", arguments: { path: "a", content: "x", lines: 1 } };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "millrace-kinds-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(kind: Kind | undefined, lines: readonly Line[]): Promise<string[]> {
  if (kind === undefined) throw new Error("There is no such kind.");
  writeFileSync(join(folder, kind.file), lines.map((line) => JSON.stringify(line)).join("\n"));
  const printed: string[] = [];
  await runKinds({
    kinds: [kind],
    names: [],
    environment: { MILLRACE_CORPUS: folder, MILLRACE_CASES: folder },
    print: (line) => {
      printed.push(line);
    },
  });
  return printed;
}

test("kinds have names of their own", () => {
  const names = allKinds(process.env).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe("a corpus file", () => {
  const [kind] = corpora([{ name: "cline-xml", dialect: "cline" }]).map(({ total: _total, ...rest }) => rest);
  const entry = (more: object): Line => ({ id: "own-1", ...{ tools: TOOLS, input: `Hi.\n${WRITE}\nBye.` }, ...more });

  test("passes where text, calls and typed arguments are as expected, bodies trimmed", async () => {
    expect(await run(kind, [entry({ expect: { text: "Hi.\nBye.", calls: [WRITTEN] } })])).toEqual(["cline-xml 1/1"]);
  });

  test.each([
    ["the text", { text: "Hi.", calls: [WRITTEN] }],
    ["a value", { text: "Hi.\nBye.", calls: [{ ...WRITTEN, arguments: { path: "b", content: "x", lines: 1 } }] }],
    ["a type", { text: "Hi.\nBye.", calls: [{ ...WRITTEN, arguments: { path: "a", content: "x", lines: "1" } }] }],
    ["a missing argument", { text: "Hi.\nBye.", calls: [{ ...WRITTEN, arguments: { path: "a", content: "x" } }] }],
    ["the calls", { text: "Hi.\nBye.", calls: [] }],
    ["being cut", { text: "Hi.\nBye.", calls: [WRITTEN], partial: true }],
    ["reasoning", { text: "Hi.\nBye.", calls: [WRITTEN], reasoning: "hm" }],
  ])("fails where %s differs", async (_what, expected) => {
    expect((await run(kind, [entry({ expect: expected })]))[0]).toBe("cline-xml 0/1");
  });

  test("takes another result that is fine too, and the ideal before what its source expects", async () => {
    const right = { text: "Hi.\nBye.", calls: [WRITTEN] };
    const wrong = { text: "?", calls: [] };
    const lines = [
      entry({ expect: wrong, alt: [right] }),
      entry({ id: "own-2", expect: wrong, ideal: right }),
      entry({ id: "own-3", expect: right, ideal: wrong }),
      entry({ id: "own-4", expect: { ...right, text: "whatever" }, lenientText: true }),
    ];
    expect((await run(kind, lines)).map((line) => line.slice(0, 20))).toEqual([
      "cline-xml 3/4",
      '  failed own-3: "Hi.',
    ]);
  });

  test("reads with an end that gives no reason, so a cut call is partial and holds what is known", async () => {
    const cut = { input: "<write_to_file>\n<path>a</path>\n<content>\nx</con" };
    const calls = [{ name: "write_to_file", arguments: { path: "a", content: "x" } }];
    expect(await run(kind, [entry({ ...cut, expect: { text: "", calls, partial: true } })])).toEqual(["cline-xml 1/1"]);
  });

  test("types what is known of a cut call by the schema, like that of a whole one", async () => {
    const cut = { input: "<write_to_file>\n<path>a</path>\n<lines>12</lines>\n" };
    const calls = [{ name: "write_to_file", arguments: { path: "a", lines: 12 } }];
    expect(await run(kind, [entry({ ...cut, expect: { text: "", calls, partial: true } })])).toEqual(["cline-xml 1/1"]);
  });

  test("counts as partial what ends inside reasoning", async () => {
    const open = { input: "<think>hm", expect: { text: "", reasoning: "hm", calls: [], partial: true } };
    expect(await run(kind, [entry(open)])).toEqual(["cline-xml 1/1"]);
  });

  test("counts quirks apart", async () => {
    const right = { text: "Hi.\nBye.", calls: [WRITTEN] };
    const lines = [entry({ expect: right }), entry({ id: "own-2", expect: right, quirk: true })];
    expect(await run(kind, lines)).toEqual(["cline-xml 1/1 (quirk 1/1)"]);
  });

  test("of a dialect that is not there yet is told so", async () => {
    const [klingon] = corpora([{ name: "klingon", dialect: "klingon" }]);
    expect((await run(klingon, [entry({ expect: { text: "", calls: [] } })]))[0]).toBe("klingon 0/0, 1 not yet");
  });

  test("is read once in its dialect and once in auto, with known misses for each", () => {
    const kinds = corpora([{ name: "cline-xml", dialect: "cline" }], { own: { a: "x" }, auto: { b: "y" } });
    expect(kinds.map(({ name, file, knownMisses }) => [name, file, knownMisses])).toEqual([
      ["cline-xml", "cline-xml.jsonl", { a: "x" }],
      ["auto:cline-xml", "cline-xml.jsonl", { b: "y" }],
    ]);
  });
});

describe("the files of the corpus", () => {
  test("are those of its folder, sorted, each with its dialect, less the record of another program", () => {
    const corpus = mkdtempSync(join(folder, "corpus-"));
    for (const name of [
      "reasoning.jsonl",
      "hermes.jsonl",
      "cline-xml.jsonl",
      "cline-v2-differential.jsonl",
      "README.md",
    ])
      writeFileSync(join(corpus, name), "");
    expect(corpusFiles({ MILLRACE_CORPUS: corpus })).toEqual([
      { name: "cline-xml", dialect: "cline" },
      { name: "hermes", dialect: "hermes" },
      { name: "reasoning", dialect: "auto" },
    ]);
  });

  test("are none where the folder is absent, and one kind then says so", () => {
    expect(corpusFiles({ MILLRACE_CORPUS: join(folder, "elsewhere") })).toEqual([]);
    expect(corpora([]).map(({ name }) => name)).toEqual(["corpus"]);
  });
});

describe("the differential", () => {
  const call = (path: string, partial = false) => ({
    type: "tool_use",
    name: "read_file",
    params: { path },
    partial,
    isNativeToolCall: false,
  });
  const same = { id: "own-same", input: "<read_file><path>a</path></read_file>", v2: [call("a")] };

  test("passes where both read the same", async () => {
    const printed = await run(CLINE_V2_DIFFERENTIAL, [same]);
    expect(printed[0]).toBe("cline-v2-differential 1/1");
    expect(printed[1]).toBe("  0 lines differ from V2 as wanted, by these rules:");
  });

  test("counts a wanted difference by its rule", async () => {
    const twice = {
      id: "own-twice",
      input: "<read_file><path>a</path><path>b</path></read_file>",
      v2: [call("b")],
    };
    const printed = await run(CLINE_V2_DIFFERENTIAL, [same, twice]);
    expect(printed[0]).toBe("cline-v2-differential 2/2");
    expect(printed).toContainEqual(expect.stringMatching(/^ {5}1 {2}set-once:/));
  });

  test("fails on a difference that no rule explains", async () => {
    const printed = await run(CLINE_V2_DIFFERENTIAL, [{ ...same, id: "own-odd", v2: [call("b")] } as Line]);
    expect(printed[0]).toBe("cline-v2-differential 0/1");
    expect(printed).toContainEqual(expect.stringMatching(/^ {2}failed own-odd: unexplained/));
  });

  test("fails where rules bite on more than 2 % of the lines without a difference", async () => {
    // As if V2 had read the second path like us: the rule bites, and nothing differs.
    const excess = { id: "own-excess", input: "<read_file><path>a</path><path>b</path></read_file>", v2: [call("a")] };
    const printed = await run(CLINE_V2_DIFFERENTIAL, [excess]);
    expect(printed[0]).toBe("cline-v2-differential 1/1");
    expect(printed).toContainEqual("        own-excess: set-once");
    expect(printed.at(-1)).toMatch(/^ {2}failed: the rules are told too broadly: on 1 of 1 lines/);
  });
});

describe("the parsing cases", () => {
  const given = (more: object) => ({ dialect: "tags", tools: { write_to_file: ["path", "content"] }, ...more });
  const text = (value: string) => given({ text: value });
  const write = (content: string) => `<write_to_file><path>a</path><content>${content}</content></write_to_file>`;
  const written = (content: string) => [
    { type: "tool", name: "write_to_file", params: { path: "a", content }, partial: false },
  ];

  async function verdict(theCase: object): Promise<string> {
    const [first, second] = await run(PARSING, [{ id: "own", ...theCase }]);
    return `${first}${second === undefined ? "" : ` ${second.slice(0, 90)}`}`;
  }

  test("compare text trimmed and bodies trimmed", async () => {
    const expected = { blocks: [{ type: "text", text: "Hi." }, ...written("x")] };
    expect(await verdict({ given: text(` Hi.\n${write("\n x \n")}`), expect: expected })).toBe("parsing 1/1");
  });

  test("compare bodies exactly where it is asked, a last line break aside where that is allowed", async () => {
    const lines = (expected: object) => ({ given: text(write("\n x\n")), expect: { exact: true, ...expected } });
    expect(await verdict(lines({ blocks: written(" x\n") }))).toBe("parsing 1/1");
    expect(await verdict(lines({ blocks: written("x\n") }))).toMatch(/^parsing 0\/1/);
    expect(await verdict(lines({ blocks: written(" x") }))).toMatch(/^parsing 0\/1/);
    expect(await verdict(lines({ blocks: written(" x"), acceptTrailingNewlineLoss: true }))).toBe("parsing 1/1");
  });

  test("fail when what must never be shown was shown on the way", async () => {
    const chunks = ["a <", "b c"];
    expect(await verdict({ given: given({ chunks }), expect: { neverShown: ["<b"] } })).toMatch(/<b was shown/);
    expect(await verdict({ given: given({ chunks }), expect: { neverShown: ["<c"] } })).toBe("parsing 1/1");
  });

  test("judge what may run by the tool's schema", async () => {
    const missing = text("<write_to_file><path>a</path></write_to_file>");
    expect(await verdict({ given: missing, expect: { executed: [], error: "missing_param:content" } })).toBe(
      "parsing 1/1",
    );
    expect(await verdict({ given: text(write("x")), expect: { executed: [] } })).toMatch(/would run/);
    expect(await verdict({ given: text(write("x")), expect: { error: "missing_param:content" } })).toMatch(
      /no call is answered/,
    );
  });

  test("end as they say: cut by the length nothing is mended", async () => {
    const cut = { text: "<write_to_file><path>a</path><content>x</content>" };
    expect(await verdict({ given: given(cut), expect: { truncatedCall: false } })).toBe("parsing 1/1");
    expect(await verdict({ given: given({ ...cut, ended: "length" }), expect: { truncatedCall: true } })).toBe(
      "parsing 1/1",
    );
  });

  test("of dialects that are not there yet are told so", async () => {
    expect(await verdict({ given: { ...text("x"), dialect: "klingon" }, expect: {} })).toBe("parsing 0/0, 1 not yet");
  });

  test("pass with any one of several results", async () => {
    const acceptAny = [{ blocks: written("y") }, { blocks: written("x") }];
    expect(await verdict({ given: text(write("x")), expect: { acceptAny } })).toBe("parsing 1/1");
  });
});
