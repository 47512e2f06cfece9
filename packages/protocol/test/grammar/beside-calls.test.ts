import { describe, expect, test } from "vitest";
import {
  type Block,
  callFormOf,
  callForms,
  callGrammar,
  dialectNames,
  type GrammarOptions,
  getCallForm,
  parseAssistantMessage,
  renderCall,
} from "../../src/index.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";
import { GRAMMAR_TOOLS } from "./grammar-tools.js";

const READ = { name: "read_file", input: { path: "src/a.ts" } };
const DIALECTS = dialectNames.filter((dialect) => callFormOf(dialect) !== undefined);
const MARKED = DIALECTS.filter((dialect) => callFormOf(dialect)?.mark !== undefined);
/** A word in which a mark is begun. */
const BEGUN = "a <tool_cal and [TOOL and < 1";

function grammarOf(dialect: string, options: GrammarOptions) {
  const form = callFormOf(dialect);
  if (form === undefined) throw new Error(`${dialect} has no form.`);
  return parseGbnf(callGrammar(form, GRAMMAR_TOOLS, options));
}

const written = (dialect: string): string => renderCall(READ, GRAMMAR_TOOLS, dialect).text;

function read(text: string, dialect: string): readonly unknown[] {
  const { blocks } = parseAssistantMessage(text, { tools: GRAMMAR_TOOLS, dialect, reason: "stop" });
  return blocks.map((block: Block) =>
    block.type === "tool-use" ? { name: block.name, input: block.input } : { type: block.type },
  );
}

describe.each(DIALECTS)("in %s a grammar of calls", (dialect) => {
  test("allows what is written in that dialect", () => {
    expect(acceptsText(grammarOf(dialect, {}), written(dialect))).toBe(true);
  });

  test("with reasoning allows a block of it in front, which is read as that, and none", () => {
    const grammar = grammarOf(dialect, { beside: "reasoning" });
    const call = written(dialect);
    for (const [open, close] of [
      ["<think>", "</think>"],
      ["[THINK]", "[/THINK]"],
      ["<|START_THINKING|>", "<|END_THINKING|>"],
    ]) {
      const message = `${open}\nIs 1 < 2? </thin\n${close}\n\n${call}`;
      expect(acceptsText(grammar, message)).toBe(true);
      expect(read(message, dialect)).toEqual([{ type: "reasoning" }, READ]);
    }
    expect(acceptsText(grammar, call)).toBe(true);
    expect(acceptsText(grammar, `Hm.${call}`)).toBe(false);
    expect(acceptsText(grammar, `<think>Hm.${call}`)).toBe(false);
    expect(acceptsText(grammar, "<think>Hm.</think>\n\n")).toBe(false);
  });

  test("with reasoning that the prompt opens allows its rest, which must close", () => {
    const grammar = grammarOf(dialect, { beside: "opened-reasoning" });
    const call = written(dialect);
    expect(acceptsText(grammar, `Hm. < \n</think>\n${call}`)).toBe(true);
    expect(acceptsText(grammar, call)).toBe(true);
    expect(acceptsText(grammar, `Hm. ${call}`)).toBe(false);
  });
});

describe.each(MARKED)("in %s a grammar of text and calls", (dialect) => {
  const grammar = grammarOf(dialect, { beside: "text" });

  test("allows text alone, and calls with text before, between and behind them", () => {
    const call = written(dialect);
    expect(acceptsText(grammar, "")).toBe(true);
    expect(acceptsText(grammar, BEGUN)).toBe(true);
    const message = `I look at ${BEGUN}.\n\n${call}\n\nAnd more:\n\n${call}\n\nDone.`;
    expect(acceptsText(grammar, message)).toBe(true);
    expect(read(message, dialect).filter((block) => block !== READ)).toMatchObject([
      { type: "text" },
      READ,
      { type: "text" },
      READ,
      { type: "text" },
    ]);
  });

  test("holds what begins as a call to a whole call of a tool that there is", () => {
    const mark = callFormOf(dialect)?.mark?.replace("$NAME", "read_file") ?? "";
    const call = written(dialect);
    expect(call.startsWith(mark)).toBe(true);
    expect(acceptsText(grammar, mark)).toBe(false);
    expect(acceptsText(grammar, `So ${mark} is its mark.`)).toBe(false);
    expect(acceptsText(grammar, `So ${call.slice(0, -1)}`)).toBe(false);
    // A tool's tag is a mark only if there is that tool.
    if (!callFormOf(dialect)?.mark?.includes("$NAME"))
      expect(acceptsText(grammar, call.replace("read_file", "read_fil"))).toBe(false);
  });

  test("allows one call where one is wanted", () => {
    const one = grammarOf(dialect, { beside: "text", calls: "one" });
    const call = written(dialect);
    expect(acceptsText(one, "No call.")).toBe(true);
    expect(acceptsText(one, `First: ${call}\nDone.`)).toBe(true);
    expect(acceptsText(one, `First: ${call}\n${call}`)).toBe(false);
  });
});

describe("a form's mark", () => {
  test.each([...callForms].filter(([, { mark }]) => mark !== undefined))(
    "of %s is what a call begins with",
    (_, form) => {
      expect((form.open + form.call).startsWith(form.mark ?? "-")).toBe(true);
    },
  );

  test("is needed to tell calls from text", () => {
    expect(() => callGrammar(getCallForm("xlam"), GRAMMAR_TOOLS, { beside: "text" })).toThrow(
      expect.objectContaining({ option: "beside" }),
    );
  });
});

describe("a grammar of one tool", () => {
  const options = { only: "read_file" } as const;

  test("allows no other, and the names of the others still mean something in a value", () => {
    const grammar = grammarOf("cline", options);
    const read = (path: string) => `<read_file>\n<path>${path}</path>\n</read_file>`;
    expect(acceptsText(grammar, read("a.ts"))).toBe(true);
    expect(acceptsText(grammar, read("a<search_files>b"))).toBe(false);
    const other = renderCall({ name: "write_to_file", input: { path: "a", content: "b" } }, GRAMMAR_TOOLS, "cline");
    expect(acceptsText(grammarOf("cline", {}), other.text)).toBe(true);
    expect(acceptsText(grammar, other.text)).toBe(false);
  });

  test("allows one call where one is wanted, and several otherwise", () => {
    const call = written("hermes");
    expect(acceptsText(grammarOf("hermes", options), `${call}\n${call}`)).toBe(true);
    expect(acceptsText(grammarOf("hermes", { ...options, calls: "one" }), `${call}\n${call}`)).toBe(false);
    expect(acceptsText(grammarOf("hermes", { ...options, calls: "one" }), call)).toBe(true);
  });

  test("needs that tool", () => {
    expect(() => callGrammar(getCallForm("hermes"), GRAMMAR_TOOLS, { only: "fly" })).toThrow(
      expect.objectContaining({ option: "only" }),
    );
  });
});

test("the form of `auto` is the one that it is taught in, and a dialect without a form has none", () => {
  expect(callFormOf("auto")).toBe(callForms.get("cline"));
  expect(callFormOf("react")).toBeUndefined();
});
