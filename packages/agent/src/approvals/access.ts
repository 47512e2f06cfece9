/**
 * One thing a call would touch. The agent judges accesses by rules and parses no command: tools say what they touch.
 *
 * - `read`, `files`: `target` is a path as `Location.name` gives it: relative to the workspace with `/`, else absolute.
 * - `command`: `target` is the command line. `opaque`: it could not be read surely, so only a person or mode `auto` may allow it.
 * - `network`: a host. `mcp`: `server/tool`. `task`: empty.
 */
export interface Access {
  effect: AccessEffect;
  target: string;
  detail?: string;
  opaque?: true;
}

export type AccessEffect = "read" | "files" | "command" | "network" | "mcp" | "task";
