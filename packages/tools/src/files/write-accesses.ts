import type { Access, Workspace } from "@millrace/agent";
import type { PathGate } from "./path-gate.js";

/**
 * What a call that changes a file touches. It reads, too: where a change does not fit or is refused, the answer tells
 * what the file holds.
 */
export async function writeAccesses(
  gate: PathGate,
  input: { path: string },
  workspace: Workspace,
): Promise<readonly Access[]> {
  const { name: target } = await gate.locate(input.path, input, workspace);
  return [
    { effect: "read", target },
    { effect: "files", target },
  ];
}
