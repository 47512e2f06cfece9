import { codingTools } from "@millrace/tools";
import { describe, expect, it } from "vitest";
import { readsDialect } from "../../conformance/reads-dialect.js";
import { JSON_DOCUMENTS } from "./json-documents.js";
import { JSX } from "./jsx.js";
import { ourDocuments } from "./our-documents.js";
import { partsOf } from "./parts-of.js";
import { PROSE } from "./prose.js";
import { PYTHON } from "./python.js";
import { SHELL } from "./shell.js";
import { surelyCalled } from "./surely-called.js";
import { TOOL_MARKDOWN } from "./tool-markdown.js";
import { TYPESCRIPT } from "./typescript.js";
import { XML } from "./xml.js";

const TOOLS = codingTools({ form: "text" });
const KINDS = [PROSE, TYPESCRIPT, JSX, XML, PYTHON, SHELL, JSON_DOCUMENTS, TOOL_MARKDOWN];
const REASONS = ["stop", "unknown"] as const;

describe.skipIf(!readsDialect("auto"))("in auto, with the coding tools, nothing is surely a call", () => {
  it.each(KINDS)("in a megabyte of $name", (kind) => {
    const text = partsOf(kind, TOOLS).join("");
    for (const reason of REASONS) expect(surelyCalled(text, TOOLS, "auto", reason).slice(0, 5)).toEqual([]);
  });

  it.each(KINDS)("in a message that is one part of $name", (kind) => {
    for (const part of new Set(partsOf(kind, TOOLS))) {
      for (const reason of REASONS) expect(surelyCalled(part, TOOLS, "auto", reason), part).toEqual([]);
    }
  });

  it.each(ourDocuments())("in $path", ({ text }) => {
    for (const reason of REASONS) expect(surelyCalled(text, TOOLS, "auto", reason)).toEqual([]);
  });
});
