import type { Family } from "./family.js";

export const qwen3Coder: Family = {
  dialect: "qwen3-coder",
  model: "qwen3-coder:30b",
  write: ({ words, call }) => {
    if (call === undefined) return words;
    const parameters = Object.entries(call.arguments).map(
      ([name, value]) =>
        `<parameter=${name}>\n${typeof value === "string" ? value : JSON.stringify(value)}\n</parameter>\n`,
    );
    return `${words}\n\n<tool_call>\n<function=${call.name}>\n${parameters.join("")}</function>\n</tool_call>`;
  },
  marks: ["<tool_call>", "<function=", "<parameter=", "</function>", "</tool_call>"],
};
