import type { Access } from "../../src/approvals/access.js";
import { type Effects, type Tool, type ToolContext, type ToolResult, textResult } from "../../src/tool.js";

/** A tool that keeps what it was called with. `path` decides what it touches. */
export interface RecordingTool extends Tool<{ path: string }> {
  readonly ran: string[];
}

/** `run` is what it does; it gives the path back unless told otherwise. */
export function recordingTool(
  name: string,
  effects: Effects,
  run: (path: string, context: ToolContext) => Promise<ToolResult> | ToolResult = (path) => textResult(`did ${path}`),
): RecordingTool {
  const ran: string[] = [];
  return {
    name,
    description: `Does ${name}.`,
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    effects,
    ran,
    async accesses({ path }): Promise<readonly Access[]> {
      if (effects === "none") return [{ effect: "read", target: path }];
      if (effects === "command") return [{ effect: "command", target: path, opaque: true }];
      return [{ effect: "files", target: path }];
    },
    async run({ path }, context) {
      ran.push(path);
      return await run(path, context);
    },
  };
}

/** A promise and the function that resolves it. */
export function gate<T = void>(): { promise: Promise<T>; open: (value: T) => void } {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
