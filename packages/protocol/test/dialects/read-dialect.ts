import { expect } from "vitest";
import { createParser, type ToolDefinition, type ToolUseBlock } from "../../src/index.js";
import { cutAt, cutEvery } from "../cuts.js";
import { type End, readPieces, seeChunks, shown, textChunks } from "../reader/read-message.js";

/** A block in short: text as it is, or a list of what it is and what it holds. */
export type ShortBlock =
  | string
  | readonly ["thought", text: string]
  | readonly ["call" | "mended" | "cut", name: string, values: unknown];

/** Tools by name, each with the schemas of its parameters, all of them optional. */
export function toolsOf(tools: Readonly<Record<string, ToolDefinition["parameters"]["properties"]>>): ToolDefinition[] {
  return Object.entries(tools).map(([name, properties = {}]) => ({
    name,
    description: `${name}.`,
    parameters: { type: "object", properties },
  }));
}

/** Reads a text in a dialect, whole and one unit at a time, and expects the same of both. */
export function readDialect(
  dialect: string,
  tools: readonly ToolDefinition[],
  text: string,
  end: End = "none",
): readonly ShortBlock[] {
  const options = { tools, dialect };
  const whole = readPieces([text], options, end);
  const { told, ...cut } = readPieces(cutEvery(text, 1), options, end);
  expect(cut).toEqual({ blocks: whole.blocks, gaps: whole.gaps, truncated: whole.truncated, notes: whole.notes });
  expect(shown(told)).toEqual(shown(whole.blocks));
  return whole.blocks.map((block): ShortBlock => {
    if (block.type === "text") return block.text;
    if (block.type === "reasoning") return ["thought", block.text];
    if (block.closedBy === "end") return ["cut", block.name, Object.fromEntries(block.params)];
    return [block.closedBy === "close" ? "call" : "mended", block.name, block.input];
  });
}

/**
 * Ends a text behind each of its characters, and expects that no call is closed that was cut there, that a call that was
 * closed before stays as it is, and that nothing that was seen is taken back.
 */
export function expectSafeCuts(dialect: string, tools: readonly ToolDefinition[], text: string): void {
  const options = { tools, dialect };
  const whole = readPieces([text], options, "none");
  const closed = closedIn(options, text);
  for (let at = 0; at <= text.length; at++) {
    const seen = shown(seeChunks(textChunks(cutAt(text.slice(0, at), [at - 1])), options));
    for (const [index, block] of seen.entries()) expectBegins({ at, block }, shown(whole.blocks)[index]);
    for (const reason of ["length", "none"] as const) {
      const { blocks } = readPieces([text.slice(0, at)], options, reason);
      for (const call of blocks.filter((block) => block.type === "tool-use" && block.closedBy !== "end")) {
        expect({ at, call }).toEqual({ at, call: callOf(whole.blocks, (call as ToolUseBlock).id) });
      }
      for (const [id, place] of closed) {
        if (place <= at) expect({ at, call: callOf(blocks, id) }).toEqual({ at, call: callOf(whole.blocks, id) });
      }
    }
  }
}

function callOf(blocks: readonly object[], id: string): object | undefined {
  return blocks.find((block) => "id" in block && block.id === id);
}

/** The calls that are closed before the message ends, each with the number of characters that it took. */
function closedIn(options: { tools: readonly ToolDefinition[]; dialect: string }, text: string): Map<string, number> {
  const closed = new Map<string, number>();
  let at = 0;
  const reader = createParser({
    ...options,
    onEvent: (event) => {
      if (event.type === "tool-end" && event.value.closedBy !== "end") closed.set(event.value.id, at);
    },
  });
  for (const unit of text.split("")) {
    at++;
    reader.push({ type: "text-delta", text: unit });
  }
  return closed;
}

type Shown = ReturnType<typeof shown>[number];

/** What was seen of a block is the beginning of what it is in the end. */
function expectBegins({ at, block }: { at: number; block: Shown }, whole: Shown | undefined): void {
  const textOf = (one: Shown | undefined) => (one !== undefined && "text" in one ? one.text : "");
  const paramsOf = (one: Shown | undefined) => (one !== undefined && "params" in one ? one.params : []);
  expect({ at, type: block.type }).toEqual({ at, type: whole?.type });
  expect(textOf(whole).startsWith(textOf(block)), `the text at ${at}`).toBe(true);
  for (const [index, [name, text]] of paramsOf(block).entries()) {
    const [wholeName, wholeText = ""] = paramsOf(whole)[index] ?? [];
    expect({ at, name }).toEqual({ at, name: wholeName });
    expect(wholeText.startsWith(text ?? ""), `${name} at ${at}`).toBe(true);
  }
}
