import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallForm, ParameterForm } from "../../src/grammar/call-form.js";
import { callGrammar } from "../../src/grammar/dialect-grammar.js";
import { callForms, getCallForm } from "../../src/grammar/forms.js";
import {
  dialectNames,
  InvalidOptionError,
  parseAssistantMessage,
  renderCall,
  type ToolUseBlock,
  validateInput,
} from "../../src/index.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";
import { GRAMMAR_TOOLS } from "./grammar-tools.js";
import { TextSampler } from "./sample-text.js";

const FORMS = [...callForms].filter(([, { dialect }]) => dialectNames.includes(dialect));

/** The call of a tool with a scalar and a body. */
function writtenCall({ open, call, close, parameters }: CallForm, path: string, content: string): string {
  if (parameters === undefined) throw new Error("The form has JSON arguments.");
  const [scalar = ""] = writtenParameter(parameters, "path", path);
  const body = writtenParameter(parameters, "content", content)[2] ?? "";
  const text = call.replaceAll("$NAME", "write_to_file").replace("$ARGUMENTS", () => scalar + body);
  return `${open}${text}${close}`;
}

/** Text made of what means something in one form or another, and of what is like it. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom(...["<", "</", "< ", ">", "=", "\n", " ", "/", "`", "x", "\\", "![CDATA[", "]]>", "é"]),
      fc.constantFrom(
        ...["path", "content", "write_to_file", "read_file", "PARAMETER", "parameter", "function", "invoke"],
      ),
      fc.constantFrom(...["tool_call", "tool▁call", "arg_key", "arg_value", "call", "tool", "function_calls"]),
      fc.constantFrom(...["｜DSML｜", "|dsml|", "seed:", "minimax:", 'name="path"', "think", "div", "s"]),
      fc.constantFrom(
        ...[...callForms.values()].flatMap(({ open, call, close }) => [open, call, close].join("\n").split(/(?=<)/)),
      ),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(""));

function writtenParameter({ scalar, body = scalar }: ParameterForm, name: string, value: string): string[] {
  return [scalar, body].flatMap((template) =>
    ["true", "false"].map((isText) =>
      template
        .replaceAll("$PARAMETER", () => name)
        .replace("$VALUE", () => value)
        .replace("$IS_TEXT", isText),
    ),
  );
}

describe.each(FORMS)("the grammar of %s", (_name, form) => {
  const grammar = parseGbnf(callGrammar(form, GRAMMAR_TOOLS));
  const sampler = new TextSampler(grammar);

  test("allows only messages that are read as calls, with nothing to mend, nothing lost and no fault", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0 }), (seed) => {
        const text = sampler.sample(seed);
        const { blocks, truncated, notes } = parseAssistantMessage(text, {
          tools: GRAMMAR_TOOLS,
          dialect: form.dialect,
          reason: "stop",
        });
        expect({ truncated, notes }).toEqual({ truncated: false, notes: [] });
        expect(blocks.length).toBeGreaterThan(0);
        for (const block of blocks) {
          expect(block).toMatchObject({ type: "tool-use", partial: false, closedBy: "close" });
          const call = block as ToolUseBlock;
          // No grammar can keep a key of a map from being written twice; one of them counts.
          expect(call.repairs.filter(({ kind }) => kind !== "repeated-parameter")).toEqual([]);
          expect(call.doubtful).toBeUndefined();
          const tool = GRAMMAR_TOOLS.find(({ name }) => name === call.name);
          expect(tool).toBeDefined();
          expect(tool && validateInput(tool, call.input)).toEqual([]);
          const { parameters } = form;
          if (parameters === undefined) continue;
          for (const [name, value] of call.params) {
            expect(writtenParameter(parameters, name, value).some((one) => text.includes(one))).toBe(true);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    { name: "read_file", input: { path: "src/a.ts" } },
    { name: "read_file", input: { path: "src/a.ts", end_line: 20 } },
    { name: "write_to_file", input: { path: "a.html", content: 'if (a < b && "c") { <p>é</p> }\n\n<div\n' } },
    { name: "list_files", input: {} },
    { name: "list_files", input: { recursive: true } },
    { name: "ask_followup_question", input: { question: "Which?", options: ["a", "b"] } },
    { name: "every_kind", input: { word: "w", port: 8080, ratio: 0.25, edits: [{ search: "a", replace: "" }] } },
    { name: "refresh", input: {} },
  ])("allows the call as it is rendered: $name $input", (call) => {
    const { text } = renderCall(call, GRAMMAR_TOOLS, form.dialect);
    const ofDialect = [...callForms.values()].filter(({ dialect }) => dialect === form.dialect);
    const grammars = ofDialect.map((one) => parseGbnf(callGrammar(one, GRAMMAR_TOOLS)));
    expect(text).toSatisfy((written: string) => grammars.some((one) => acceptsText(one, written)));
  });

  test("allows no text around calls, no unknown tool and no missing parameter", () => {
    const { text } = renderCall({ name: "read_file", input: { path: "src/a.ts" } }, GRAMMAR_TOOLS, form.dialect);
    expect(acceptsText(grammar, `Sure. ${text}`)).toBe(false);
    expect(acceptsText(grammar, text.replace("read_file", "read_fil"))).toBe(false);
    expect(acceptsText(grammar, text.replace("path", "paths"))).toBe(false);
  });
});

describe.each(FORMS.filter(([, { parameters }]) => parameters !== undefined))(
  "between the tags of %s",
  (_name, form) => {
    const grammar = parseGbnf(callGrammar(form, GRAMMAR_TOOLS));

    test("allows no value that is not read back, whatever it holds", () => {
      let accepted = 0;
      fc.assert(
        fc.property(nasty, nasty, (path, content) => {
          const text = writtenCall(form, path, content);
          if (!acceptsText(grammar, text)) return;
          accepted++;
          const { blocks } = parseAssistantMessage(text, {
            tools: GRAMMAR_TOOLS,
            dialect: form.dialect,
            reason: "stop",
          });
          expect(blocks).toHaveLength(1);
          expect(blocks[0]).toMatchObject({ closedBy: "close", repairs: [], input: { path, content } });
        }),
        { numRuns: 400 },
      );
      expect(accepted).toBeGreaterThan(40);
    });
  },
);

describe("a grammar of calls", () => {
  test("is bounded where the caller says so", () => {
    const grammar = parseGbnf(callGrammar(getCallForm("hermes"), GRAMMAR_TOOLS, { maxTextLength: 3 }));
    const call = (path: string) => `<tool_call>\n{"name": "read_file", "arguments": {"path": "${path}"}}\n</tool_call>`;
    expect(acceptsText(grammar, call("abc"))).toBe(true);
    expect(acceptsText(grammar, call("abcd"))).toBe(false);
  });

  test.each([
    ["tools", [], {}],
    ["tools", [GRAMMAR_TOOLS[0], GRAMMAR_TOOLS[0]].filter((tool) => tool !== undefined), {}],
    ["maxTextLength", GRAMMAR_TOOLS, { maxTextLength: 0 }],
    ["maxTextLength", GRAMMAR_TOOLS, { maxTextLength: 1.5 }],
  ])("is refused where `%s` is wrong", (option, tools, options) => {
    expect(() => callGrammar(getCallForm("hermes"), tools, options)).toThrow(expect.objectContaining({ option }));
  });

  test("needs a form that there is", () => {
    expect(() => getCallForm("klingon")).toThrow(InvalidOptionError);
  });

  test.each([...callForms])("of %s is one that a reader of GBNF takes", (_name, form) => {
    expect(parseGbnf(callGrammar(form, GRAMMAR_TOOLS)).size).toBeGreaterThan(10);
  });
});
