import type { Family } from "./family.js";

/** Of no family: a model that writes what it was taught. */
export const cline: Family = {
  dialect: "cline",
  model: "local-model",
  write: ({ words, call }) => {
    if (call === undefined) return words;
    const lines = Object.entries(call.arguments).map(
      ([name, value]) => `<${name}>${typeof value === "string" ? value : JSON.stringify(value)}</${name}>`,
    );
    return [`${words}\n`, `<${call.name}>`, ...lines, `</${call.name}>`].join("\n");
  },
  marks: ["<path>", "<command>", "<old_text>", "<file_path>", "<filePath>", "<cmd>", "<commands>", "<files>"],
};
