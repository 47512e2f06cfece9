import type { Preview } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { previewEdits } from "../../src/edits/preview-edits.js";

/** What is shown of a call whose parameters come in these pieces. */
function shown(pieces: readonly (readonly [param: string, text: string])[]): { title: string; text: string } {
  let preview: Preview | undefined = previewEdits(
    { type: "tool-start", block: 0, id: "1", name: "replace_in_file" },
    undefined,
  );
  let text = "";
  for (const [param, piece] of pieces) {
    preview = previewEdits({ type: "param-delta", block: 0, param, text: piece }, preview);
    text += preview?.delta ?? "";
    preview = previewEdits({ type: "param-end", block: 0, param }, preview);
    text += preview?.delta ?? "";
  }
  return { title: preview?.title ?? "", text };
}

describe("the preview of an edit that is being written", () => {
  test("is its SEARCH/REPLACE text, each piece once", () => {
    expect(
      shown([
        ["path", "a/"],
        ["path", "b.ts"],
        ["diff", "<<<<<<< SEARCH\na"],
        ["diff", "\n"],
      ]),
    ).toEqual({
      title: "Edit a/b.ts",
      text: "<<<<<<< SEARCH\na\n",
    });
  });

  test("shows a list of edits in the same form, as far as it is written", () => {
    const edits = [{ search: "one", replace: "two" }];
    const json = JSON.stringify(edits);
    expect(
      shown([
        ["path", "a"],
        ["edits", json],
      ]),
    ).toEqual({
      title: "Edit a",
      text: "<<<<<<< SEARCH\none\n=======\ntwo\n>>>>>>> REPLACE\n",
    });
    expect(shown([["edits", json.slice(0, json.indexOf("two") + 1)]]).text).toBe("<<<<<<< SEARCH\none\n=======\nt");
  });

  test("is the same whatever the pieces, for any texts", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", '"', "\\", "\n", "\t", ":", ",", "{", "}", "é", "😀", "\u0001", "search"),
    });
    const blocks = fc.array(fc.record({ search: text, replace: text }), { maxLength: 3 });
    fc.assert(
      fc.property(blocks, fc.boolean(), (edits, spaced) => {
        const json = JSON.stringify(edits, null, spaced ? 2 : undefined);
        const expected = edits
          .map(({ search, replace }) => `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`)
          .join("");
        expect(shown([["edits", json]]).text).toBe(expected);
        expect(shown(Array.from(json, (character) => ["edits", character] as const)).text).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("shows nothing wrong of what is no list of edits", () => {
    expect(
      shown([
        ["edits", '"text"'],
        ["edits", '[{"other": "x", "search": 1}, [], null'],
      ]).text,
    ).toBe("");
  });
});
