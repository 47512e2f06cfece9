import type { CheckName } from "@millrace/models";

/** The checks, as people are told of them. */
export const CHECK_TITLES: Readonly<Record<CheckName, string>> = {
  reachable: "reachable",
  reasoning: "reasoning",
  "native-call": "native call",
  "native-body": "native file",
  "native-edit": "native edit",
  text: "in text",
  parallel: "parallel",
  streams: "streams",
  tokens: "tokens",
  speed: "speed",
  window: "window",
};
