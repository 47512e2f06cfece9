import type { Family } from "./family.js";

/** Nothing but the object: Llama 3.1 says no words beside a call. */
export const llama3Json: Family = {
  dialect: "llama3-json",
  model: "llama3.1:8b",
  write: ({ words, call }) =>
    call === undefined ? words : JSON.stringify({ name: call.name, parameters: call.arguments }),
  marks: ['"parameters":', "<|python_tag|>"],
};
