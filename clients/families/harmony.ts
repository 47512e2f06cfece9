import type { Family } from "./family.js";

/** As a server sends it that does not read the channels: all of them, less the opening `<|start|>assistant` of the prompt. */
export const harmony: Family = {
  dialect: "harmony",
  model: "gpt-oss:20b",
  write: ({ words, call }) => {
    const thought = "<|channel|>analysis<|message|>One step at a time.<|end|><|start|>assistant";
    if (call === undefined) return `${thought}<|channel|>final<|message|>${words}`;
    const to = `<|channel|>commentary to=functions.${call.name} <|constrain|>json<|message|>`;
    return `${thought}${to}${JSON.stringify(call.arguments)}<|call|>`;
  },
  marks: ["<|channel|>", "<|message|>", "<|start|>", "<|call|>", "to=functions."],
};
