import type { AccessEffect } from "./access.js";

/**
 * `decision` for accesses of one effect. Without a pattern it covers them all. Written `effect` or `effect(pattern)`:
 * `read(docs/**)`, `files(src/**)` (path globs from the workspace), `network(host)`, `mcp(server/tool)`, `task`.
 */
export interface Rule {
  decision: Decision;
  effect: AccessEffect;
  pattern?: string;
  from: "user" | "project" | "session" | "flag";
}

export type Decision = "allow" | "ask" | "deny";
