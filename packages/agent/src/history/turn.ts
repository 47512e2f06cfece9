import type { ToolDefinition } from "@millrace/protocol";
import type { ModelProfile } from "../model-profile.js";
import type { Message } from "./message.js";

/** How a request wants its messages. */
export interface RequestForm {
  protocol: "native" | "text";
  dialect: string;
  tools: readonly ToolDefinition[];
  profile: ModelProfile;
}

/** An assistant message with the results behind it and the user's words behind those; or words of the user alone. */
export interface Turn {
  assistant: Message | undefined;
  results: Message | undefined;
  users: readonly Message[];
}
