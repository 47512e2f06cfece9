import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type JsonSchema,
  parseAssistantMessage,
  renderCall,
  renderTools,
  type ToolDefinition,
} from "../../src/index.js";
import { fileContents, knownFiles } from "./file-contents.js";
import { unmarkedTools } from "./sample-tools.js";

const text: JsonSchema = { type: "string" };

/** A tool that writes files, with its parameters in the given order, and the others beside it. */
function toolsWith(...order: ("path" | "content")[]): readonly ToolDefinition[] {
  const properties = Object.fromEntries(order.map((name) => [name, text]));
  const writer: ToolDefinition = {
    name: "write_to_file",
    description: "Writes.",
    parameters: { type: "object", properties, required: order },
  };
  return unmarkedTools.map((tool) => (tool.name === writer.name ? writer : tool));
}

const orders = [
  { order: "path before content", tools: toolsWith("path", "content") },
  { order: "content before path", tools: toolsWith("content", "path") },
];

type Outcome = "same" | "refused" | "cut short";

/** What becomes of a file that is written with one call, alone or before a second one. */
function outcomeOf(content: string, tools: readonly ToolDefinition[], behind: string): Outcome {
  const input = { path: "src/a.ts", content };
  const rendered = renderCall({ name: "write_to_file", input }, tools);
  const { blocks } = parseAssistantMessage(rendered.text + behind, { tools, reason: "stop" });
  const first = blocks.find((block) => block.type === "tool-use");
  const isSame = first !== undefined && !first.partial && isDeepStrictEqual(first.input, input);
  if (behind === "" && rendered.readsBack) expect(isSame, "what renderCall says reads back").toBe(true);
  if (isSame) return "same";
  return first === undefined || first.partial ? "refused" : "cut short";
}

const secondCall = "\n<read_file>\n<path>src/b.ts</path>\n</read_file>";

describe.each(orders)("a file written with $order", ({ tools }) => {
  it.each(Object.keys(knownFiles))("comes back byte for byte: %s", (name) => {
    const content = knownFiles[name] ?? "";
    expect(outcomeOf(content, tools, "")).toBe("same");
    expect(outcomeOf(content, tools, secondCall)).toBe("same");
  });

  it("comes back byte for byte when it is what teaches the dialect", () => {
    expect(outcomeOf(renderTools(tools), tools, "")).toBe("same");
    expect(outcomeOf(renderTools(tools), tools, secondCall)).toBe("same");
  });

  it("comes back, is refused, or belongs to the documented class of an unpaired close", () => {
    const counts = { same: 0, refused: 0, "cut short": 0 };
    fc.assert(
      fc.property(fileContents, fc.constantFrom("", secondCall), (content, behind) => {
        const outcome = outcomeOf(content, tools, behind);
        counts[outcome]++;
        if (outcome === "cut short") expect(content).toMatch(unpairedClose);
      }),
      { numRuns: 3000 },
    );
    expect(counts.refused / 3000).toBeLessThan(0.06);
    expect(counts["cut short"] / 3000).toBeLessThan(0.01);
  });
});

/** docs/READER.md, "What cannot be told apart": a close of the body followed by the tool's close or a parameter's open. */
const unpairedClose = /<\/\s*content\s*>\s*<\/?\s*(?:write_to_file|path)\b/i;
