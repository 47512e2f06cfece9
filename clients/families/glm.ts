import type { Family } from "./family.js";

/** Thinks first, as GLM-4.5 and later do. */
export const glm: Family = {
  dialect: "glm",
  model: "glm-4.6",
  write: ({ words, call }) => {
    const thought = `<think>One step at a time.</think>\n${words}`;
    if (call === undefined) return thought;
    const lines = Object.entries(call.arguments).flatMap(([name, value]) => [
      `<arg_key>${name}</arg_key>`,
      `<arg_value>${typeof value === "string" ? value : JSON.stringify(value)}</arg_value>`,
    ]);
    return [thought, `<tool_call>${call.name}`, ...lines, "</tool_call>"].join("\n");
  },
  marks: ["<tool_call>", "<arg_key>", "<arg_value>", "</tool_call>", "<think>", "</think>"],
};
