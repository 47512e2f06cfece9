import { basename } from "node:path";
import { type Tool, type ToolResult, textResult } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import type { CommandEnd } from "./commands/run-command.js";
import { findShell } from "./commands/shell.js";
import { COMMAND_SECONDS, MAX_COMMAND_SECONDS, OUTPUT_HEAD_BYTES, OUTPUT_TAIL_BYTES } from "./limits.js";

export interface ExecuteCommandInput {
  command: string;
  timeout_seconds?: number;
}

/** Runs a command in the workspace. It reads no command: each one is opaque to the judge. */
export function executeCommandTool(): Tool<ExecuteCommandInput> {
  return {
    name: "execute_command",
    description: `Run a command in the workspace with ${basename(findShell())}, without terminal or input. Output comes when it has ended, the first ${OUTPUT_HEAD_BYTES / 1024} and last ${OUTPUT_TAIL_BYTES / 1024} KB, all of it in a file. It is ended after ${COMMAND_SECONDS} s unless timeout_seconds says otherwise.`,
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", "x-body": true },
        timeout_seconds: { type: "number", maximum: MAX_COMMAND_SECONDS, "x-spare": true },
        requires_approval: { type: "boolean", "x-ignored": true },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["command"],
    },
    effects: "command",

    async accesses({ command }) {
      return [{ effect: "command", target: command.trim(), opaque: true }];
    },

    async plan(input) {
      const command = input.command.trim();
      if (command === "") throw new MillraceError("empty_command", "The command is empty. Give a command line.");
      return { title: `Run ${command.split("\n", 1)[0]}`, changes: [], command };
    },

    async run(input, { workspace, signal, progress }, plan) {
      const seconds = Math.min(Math.max(input.timeout_seconds ?? COMMAND_SECONDS, 0.1), MAX_COMMAND_SECONDS);
      const { runCommand } = await import("./commands/run-command.js");
      const end = await runCommand({
        command: plan?.command ?? input.command.trim(),
        folder: workspace.root,
        timeoutMs: seconds * 1000,
        signal,
        onOutput: (text) => progress({ text }),
      });
      return resultOf(end, seconds);
    },
  };
}

/** A command that fails is an answer like any other; one that we ended is not. */
function resultOf(end: CommandEnd, seconds: number): ToolResult {
  const { exitCode, output, background } = end;
  const notes = [
    howItEnded(end, seconds),
    output.text === "" ? "(no output)" : output.text,
    ...(background === undefined
      ? []
      : [`(a process of it still runs in the background; to end it: kill -- -${background})`]),
  ];
  return textResult(notes.join("\n"), {
    ...(end.endedBy === "abort" && { status: "interrupted" as const, why: "stopped" }),
    ...(end.endedBy === "time limit" && { status: "error" as const, why: `stopped after ${seconds} s` }),
    meta: {
      ...(exitCode !== undefined && { exitCode }),
      ...(output.bytesDropped > 0 && { bytesDropped: output.bytesDropped }),
    },
  });
}

function howItEnded({ endedBy, exitCode, signal }: CommandEnd, seconds: number): string {
  if (endedBy === "abort") return "Stopped by the user; its processes were ended.";
  if (endedBy === "time limit")
    return `Not done after ${seconds} s; its processes were ended. Give more timeout_seconds, or run it in the background with &.`;
  if (signal !== undefined) return `Ended by ${signal}`;
  return `Exit code ${exitCode}`;
}
