import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Tool, ToolContext } from "@millrace/agent";
import { codingTools, createWorkspace, EditError } from "@millrace/tools";
import type { Kind, Line, Outcome } from "../kind.js";
import { shorten } from "../shorten.js";

/** A line of `edits`; the README of the cases says what the fields mean. */
interface EditCase extends Line {
  readonly given: Given;
  readonly expect: Expected & { readonly acceptAny?: readonly Expected[] };
}

interface Given {
  readonly op: string;
  readonly file: {
    readonly path: string;
    readonly text?: string;
    readonly bytesHex?: string;
    readonly exists?: boolean;
  };
  readonly blocks?: readonly { readonly search: string; readonly replace: string }[];
  readonly diffText?: string;
  readonly content?: string;
  /** Absent: read whole. Null: never read. */
  readonly readRange?: readonly [first: number, last: number] | null;
  /** What the file held when it was read, if that was not what it holds now. */
  readonly readText?: string;
}

interface Expected {
  readonly text?: string;
  readonly bytesHex?: string;
  readonly error?: string;
  readonly failedBlock?: number;
}

/** What came of an edit: the bytes afterwards, and the refusal if there was one. */
interface Result {
  readonly before: Buffer;
  readonly after: Buffer | undefined;
  readonly error: EditError | undefined;
}

/** How each `op` is written as a call. An `op` that is not here is not run yet. */
const CALLS: Readonly<Record<string, { tool: string; input(given: Given): Record<string, unknown> }>> = {
  replace: { tool: "replace_in_file", input: ({ blocks }) => ({ edits: blocks }) },
  "diff-text": { tool: "replace_in_file", input: ({ diffText }) => ({ diff: diffText }) },
  write: { tool: "write_to_file", input: ({ content }) => ({ content }) },
};

/** Runs each edit as the agent would, on a file in a folder of its own. */
export const EDITS: Kind = {
  name: "edits",
  folder: "cases",
  file: "edits.jsonl",

  async run(line: EditCase): Promise<Outcome> {
    const { file, op } = line.given;
    if (CALLS[op] === undefined) return { status: "not-yet", detail: `op ${op}` };
    if (file.text === undefined && file.bytesHex === undefined)
      return { status: "not-yet", detail: "a generated file" };
    const folder = await mkdtemp(join(tmpdir(), "millrace-edits-"));
    try {
      const result = await runEdit(line.given, folder);
      const accepted = line.expect.acceptAny ?? [line.expect];
      return accepted.some((expected) => meets(expected, result))
        ? { status: "passed" }
        : { status: "failed", detail: describe(result) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function runEdit(given: Given, folder: string): Promise<Result> {
  const { file, op } = given;
  const path = join(folder, file.path);
  const before = file.bytesHex === undefined ? Buffer.from(file.text ?? "") : Buffer.from(file.bytesHex, "hex");
  await mkdir(dirname(path), { recursive: true });
  const workspace = await createWorkspace(folder);
  const context = contextFor(workspace);
  const tools: ReadonlyMap<string, Tool<Record<string, unknown>>> = new Map(
    codingTools().map((tool) => [tool.name, tool]),
  );
  const call = async (name: string, input: Record<string, unknown>) => {
    const tool = tools.get(name);
    await tool?.accesses(input, workspace);
    await tool?.run(input, context, await tool.plan?.(input, context));
  };

  if (file.exists !== false) {
    await writeFile(path, given.readText ?? before);
    if (given.readRange !== null) {
      const [start_line, end_line] = given.readRange ?? [];
      await call("read_file", { path: file.path, ...(given.readRange && { start_line, end_line }) });
    }
    await writeFile(path, before);
  }
  const { tool = "", input = () => ({}) } = CALLS[op] ?? {};
  const error = await call(tool, { path: file.path, ...input(given) }).then(
    () => undefined,
    (refusal: unknown) => {
      if (refusal instanceof EditError) return refusal;
      throw refusal;
    },
  );
  return { before, after: await readFile(path).catch(() => undefined), error };
}

/** Nobody is there and nothing is shown: these tools need neither. */
function contextFor(workspace: ToolContext["workspace"]): ToolContext {
  return {
    workspace,
    signal: new AbortController().signal,
    callId: "case",
    allows: () => true,
    progress: () => {},
    ask: async () => ({ words: "", by: "headless" }),
    startTask: () => {
      throw new Error("No tool of these starts a task.");
    },
  };
}

/** An alternative that asks for something else than a text or an error (an ask, say) is met by neither. */
function meets(expected: Expected, { before, after, error }: Result): boolean {
  if (expected.error !== undefined) {
    const block = expected.failedBlock ?? error?.block;
    return error?.code === expected.error && error.block === block && after?.equals(before) === true;
  }
  if (error !== undefined) return false;
  if (expected.bytesHex !== undefined) return after?.toString("hex") === expected.bytesHex;
  return expected.text !== undefined && after?.equals(Buffer.from(expected.text)) === true;
}

function describe({ after, error }: Result): string {
  return error === undefined
    ? `the file holds ${shorten(after?.toString() ?? "nothing")}`
    : `${error.code}: ${shorten(error.message)}`;
}
