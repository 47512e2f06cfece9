import type { Family } from "./family.js";

/** Thinks first, in tags of its own, as Qwen3 does. */
export const hermes: Family = {
  dialect: "hermes",
  model: "qwen3:8b",
  write: ({ words, call }) => {
    const thought = `<think>\nThe user wants the mill to turn.\n</think>\n\n${words}`;
    return call === undefined ? thought : `${thought}\n<tool_call>\n${JSON.stringify(call)}\n</tool_call>`;
  },
  marks: ["<tool_call>", "</tool_call>", "<think>", "</think>"],
};
