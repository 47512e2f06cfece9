import type { ParserOptions } from "@millrace/protocol";
import type { TurnConfig } from "./turn-config.js";

/** How an answer of this model is read, whatever it is for. */
export function readerOptions(config: TurnConfig, messageId: string): ParserOptions {
  return {
    tools: config.tools,
    dialect: config.reads,
    messageId,
    nativeOffered: config.protocol === "native" && config.tools.length > 0,
    ...(config.profile.reasoning.opensInPrompt === true ? { start: "in-reasoning" } : {}),
  };
}
