import { expect, it } from "vitest";
import { DIALECT_NAMES, type DialectName } from "../../src/personas/dialects.js";
import type { Faults } from "../../src/personas/faults.js";
import { writeCalls } from "../../src/personas/write-calls.js";

const CALL = { name: "write", arguments: { path: "a.ts", text: 'if (a < "b")\n  c\n' } };

const JSON_TEXT = '{"path": "a.ts", "text": "if (a < \\"b\\")\\n  c\\n"}';

const WRITTEN: Readonly<Record<DialectName, string>> = {
  cline: '<write>\n<path>a.ts</path>\n<text>\nif (a < "b")\n  c\n</text>\n</write>',
  "qwen3-coder":
    '<tool_call>\n<function=write>\n<parameter=path>\na.ts\n</parameter>\n<parameter=text>\nif (a < "b")\n  c\n\n</parameter>\n</function>\n</tool_call>',
  hermes: `<tool_call>\n{"name": "write", "arguments": ${JSON_TEXT}}\n</tool_call>`,
  mistral: `[TOOL_CALLS]write[ARGS]${JSON_TEXT}`,
  "llama3-json": `{"name": "write", "parameters": ${JSON_TEXT}}`,
  "markdown-json": `\`\`\`json\n{"name": "write", "arguments": ${JSON_TEXT}}\n\`\`\``,
  "deepseek-v3": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>write\n\`\`\`json\n${JSON_TEXT}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "deepseek-v31": `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>write<｜tool▁sep｜>${JSON_TEXT}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  "tool-code": "```tool_code\nwrite(path='a.ts', text='if (a < \"b\")\\n  c\\n')\n```",
  harmony: `<|start|>assistant<|channel|>commentary to=functions.write <|constrain|>json<|message|>${JSON_TEXT}<|call|>`,
  react: `Action: write\nAction Input: ${JSON_TEXT}`,
};

it.each(DIALECT_NAMES)("writes %s as it was recorded", (name) => {
  expect(writeCalls([CALL], name, {})).toBe(WRITTEN[name]);
});

it.each<[keyof Faults, DialectName, string]>([
  ["forgetsCloses", "cline", '<write>\n<path>a.ts\n<text>\nif (a < "b")\n  c\n\n'],
  ["forgetsCloses", "hermes", `<tool_call>\n{"name": "write", "arguments": ${JSON_TEXT}}\n`],
  ["fencesBodies", "cline", '<write>\n<path>a.ts</path>\n<text>\n```\nif (a < "b")\n  c\n```\n</text>\n</write>'],
  ["escapesHtml", "cline", '<write>\n<path>a.ts</path>\n<text>\nif (a &lt; "b")\n  c\n</text>\n</write>'],
  ["dropsFinalNewline", "tool-code", "```tool_code\nwrite(path='a.ts', text='if (a < \"b\")\\n  c')\n```"],
  ["dropsFinalNewline", "cline", '<write>\n<path>a.ts</path>\n<text>\nif (a < "b")\n  c</text>\n</write>'],
  ["rawNewlines", "mistral", '[TOOL_CALLS]write[ARGS]{"path": "a.ts", "text": "if (a < \\"b\\")\n  c\n"}'],
])("does what the fault %s says in %s, and in no other dialect", (fault, name, written) => {
  const faults: Faults = { [fault]: [name] };
  expect(writeCalls([CALL], name, faults)).toBe(written);
  for (const other of DIALECT_NAMES.filter((candidate) => candidate !== name)) {
    expect(writeCalls([CALL], other, faults)).toBe(WRITTEN[other]);
  }
});
