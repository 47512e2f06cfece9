import { describe, expect, it } from "vitest";
import { isRightEdit } from "../../src/doctor/apply-probe-edit.js";
import { compareBody } from "../../src/doctor/compare-body.js";
import { BODY_CALL, EDIT_CALLS } from "../../src/doctor/probe-calls.js";
import { askForCalls, longMessage } from "../../src/doctor/probe-words.js";

const FILE = BODY_CALL.values.content;

describe("a file that came back", () => {
  it.each([
    ["byte for byte", FILE, "exact"],
    ["without its carriage return", FILE.replace("\r", ""), "line-breaks"],
    ["without its last blank lines", FILE.trimEnd(), "end"],
    ["in a code fence", `\`\`\`\n${FILE}\`\`\`\n`, "wrong"],
    ["with &lt; decoded", FILE.replace("&lt;", "<"), "wrong"],
    ["cut at the closing tag in it", FILE.slice(0, FILE.indexOf("</content>")), "wrong"],
    ["as something else than text", undefined, "wrong"],
  ])("%s", (_, came, match) => {
    expect(compareBody(FILE, came).match).toBe(match);
  });

  it("where it differs, the line is named, in signs that every terminal shows", () => {
    const { said } = compareBody("a\nb \u{1F9FE}\n", "a\nc\n");
    expect(said).toBe('line 2 came as "c" in place of "b \\ud83e\\uddfe"');
  });
});

describe("an edit that came back", () => {
  const { diff = "" } = EDIT_CALLS.text.values;
  const edits: unknown = JSON.parse(EDIT_CALLS.native.values.edits ?? "");

  it.each([
    ["as SEARCH/REPLACE text", { diff }],
    ["with marks of another length", { diff: diff.replace("<<<<<<< ", "<<< ").replace(">>>>>>> ", ">>>> ") }],
    ["with CRLF", { diff: diff.replaceAll("\n", "\r\n") }],
    ["as a list", { edits }],
  ])("%s applies", (_, input) => {
    expect(isRightEdit(input)).toBe(true);
  });

  it.each([
    ["nothing", {}],
    ["no marks", { diff: "coffee $4" }],
    ["an escaped text", { diff: diff.replaceAll("<", "&lt;") }],
    ["a search that is nowhere", { edits: [{ search: "cocoa", replace: "x" }] }],
    ["a search that is everywhere", { edits: [{ search: "$", replace: "x" }] }],
    ["an empty search", { edits: [{ search: "", replace: "x" }] }],
    ["a half entry", { edits: [{ search: "coffee $3" }] }],
  ])("%s does not", (_, input) => {
    expect(isRightEdit(input)).toBe(false);
  });
});

describe("the words of probes", () => {
  it("ask for one call in a sentence, with longer values below it", () => {
    expect(askForCalls([{ name: "t", values: { a: 'say "x"', b: "one\ntwo\n" } }])).toBe(
      'Call the tool t with a set to "say \\"x\\"" and b set to exactly the lines between BEGIN b and END b.\nBEGIN b\none\ntwo\nEND b',
    );
  });

  it("ask for several in one message, numbered", () => {
    expect(
      askForCalls([
        { name: "t", values: { a: "1" } },
        { name: "t", values: { a: "2" } },
      ]),
    ).toBe(
      'Make these calls in one message, all of them:\n1. Call the tool t with a set to "1".\n2. Call the tool t with a set to "2".',
    );
  });

  it("are as long as they are to be", () => {
    const message = longMessage(10_000);
    expect(message.length).toBeGreaterThan(10_000);
    expect(message.length).toBeLessThan(10_200);
    expect(message.startsWith("The code word is «heron».\n")).toBe(true);
  });
});
