import type { Family } from "./family.js";

export const deepseekV31: Family = {
  dialect: "deepseek-v31",
  model: "deepseek-v3.1",
  write: ({ words, call }) => {
    if (call === undefined) return words;
    const body = `${call.name}<｜tool▁sep｜>${JSON.stringify(call.arguments)}`;
    return `${words}<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${body}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`;
  },
  marks: ["<｜tool", "tool▁call"],
};
