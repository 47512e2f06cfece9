import type { Family } from "./family.js";

export const toolCode: Family = {
  dialect: "tool-code",
  model: "gemma3:12b",
  write: ({ words, call }) => {
    if (call === undefined) return words;
    const parameters = Object.entries(call.arguments).map(([name, value]) => `${name}=${python(value)}`);
    return `${words}\n\n\`\`\`tool_code\n${call.name}(${parameters.join(", ")})\n\`\`\``;
  },
  marks: ["tool_code"],
};

/** A value as Python writes it. */
function python(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") {
    const members = Object.entries(value).map(([key, member]) => `${python(key)}: ${python(member)}`);
    return `{${members.join(", ")}}`;
  }
  // A JSON string is a Python string, and a JSON number a Python number.
  return JSON.stringify(value);
}
