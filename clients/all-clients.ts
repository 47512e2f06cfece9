import { claudeCode } from "./agents/claude-code.js";
import { cline } from "./agents/cline.js";
import { codexByShell, codexWithPatches } from "./agents/codex.js";
import { continueCli } from "./agents/continue.js";
import { opencode } from "./agents/opencode.js";
import { pi } from "./agents/pi.js";
import { qwenCode } from "./agents/qwen-code.js";
import type { Client } from "./client.js";
import { SDK_CLIENTS } from "./sdk/sdk-clients.js";

/** A row of the table each. */
export const CLIENTS: readonly Client[] = [
  ...SDK_CLIENTS,
  claudeCode,
  cline,
  codexByShell,
  codexWithPatches,
  continueCli,
  opencode,
  pi,
  qwenCode,
];

/** Those of every build: an SDK, and the agent that is the smallest to install and among the quickest. */
export const FIRST_CLIENTS: readonly string[] = ["openai, chat completions, streamed", "continue"];
