import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Plan, Question, Tool, ToolContext, ToolResult, Workspace } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import { onTestFinished } from "vitest";
import { codingTools, createWorkspace, type ToolForm } from "../../src/index.js";

type Input = Record<string, unknown>;

/** A folder of its own with the real tools, called as the agent calls them: accesses, plan, run. */
export interface Workbench {
  root: string;
  workspace: Workspace;
  tools: ReadonlyMap<string, Tool<Input>>;
  /** Writes a file, with its folders. */
  file(path: string, content: string | Uint8Array): Promise<string>;
  bytes(path: string): Promise<Buffer>;
  text(path: string): Promise<string>;
  call(name: string, input: Input, options?: CallOptions): Promise<ToolResult>;
  plan(name: string, input: Input): Promise<Plan | undefined>;
}

interface CallOptions {
  signal?: AbortSignal;
  progress?: (text: string) => void;
  ask?: ToolContext["ask"];
  /** Default: everything is allowed. */
  allows?: ToolContext["allows"];
  /** Runs between approval and the tool itself. */
  beforeRun?: () => Promise<void>;
}

export async function workbench(set: ToolForm | readonly Tool[] = "native"): Promise<Workbench> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "millrace-tools-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const workspace = await createWorkspace(root);
  const given = typeof set === "string" ? codingTools({ form: set }) : set;
  const tools: ReadonlyMap<string, Tool<Input>> = new Map(given.map((tool) => [tool.name, tool]));
  const toolNamed = (name: string) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool;
  };
  return {
    root,
    workspace,
    tools,
    async file(path, content) {
      const absolute = join(root, path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, content);
      return absolute;
    },
    bytes: (path) => readFile(join(root, path)),
    text: (path) => readFile(join(root, path), "utf8"),
    async plan(name, input) {
      return toolNamed(name).plan?.(input, contextOf(workspace, {}));
    },
    async call(name, input, options = {}) {
      const tool = toolNamed(name);
      const context = contextOf(workspace, options);
      await tool.accesses(input, workspace);
      const plan = await tool.plan?.(input, context);
      await options.beforeRun?.();
      return tool.run(input, context, plan);
    },
  };
}

function contextOf(workspace: Workspace, { signal, progress, ask, allows }: CallOptions): ToolContext {
  return {
    workspace,
    signal: signal ?? new AbortController().signal,
    callId: "call",
    allows: allows ?? (() => true),
    progress: ({ text }) => progress?.(text),
    ask: ask ?? (async (_question: Question) => ({ words: "", by: "headless" as const })),
    startTask: () => {
      throw new Error("no tasks here");
    },
  };
}

export function textOf({ content }: ToolResult): string {
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}

/** The code and message that a call was refused with. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call;
  } catch (error) {
    if (MillraceError.isInstance(error)) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error("the call was not refused");
}
