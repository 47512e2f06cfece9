import type { Family } from "./family.js";

export const mistral: Family = {
  dialect: "mistral",
  model: "devstral:24b",
  write: ({ words, call }) =>
    call === undefined ? words : `${words}[TOOL_CALLS]${call.name}[ARGS]${JSON.stringify(call.arguments)}`,
  marks: ["[TOOL_CALLS]", "[ARGS]"],
};
