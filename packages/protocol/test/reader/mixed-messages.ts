import fc from "fast-check";
import type { StreamChunk, ToolDefinition } from "../../src/index.js";
import { sampleMessages } from "./messages.js";
import { type ToolSet, toolSets } from "./sample-tools.js";

/** Chunks of all channels, and the tools they were written for. */
export interface MixedMessage {
  toolSet: ToolSet;
  chunks: readonly StreamChunk[];
}

/** JSON arguments as models write them: whole, cut off, with junk behind them, or none at all. */
function nativeArguments(tool: ToolDefinition): fc.Arbitrary<string> {
  const names = Object.keys(tool.parameters.properties ?? {});
  const whole = fc
    .record({
      used: fc.subarray(names),
      value: fc.oneof(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("<path>", 'a "b"\n\\', "\ud83d\ude00"),
        fc.jsonValue(),
      ),
    })
    .map(({ used, value }) => JSON.stringify(Object.fromEntries(used.map((name) => [name, value]))));
  const cut = fc.tuple(whole, fc.nat()).map(([json, at]) => json.slice(0, at % (json.length + 1)));
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: whole.map((json) => json + json) },
    { weight: 1, arbitrary: fc.constantFrom("", "null", "{'path': 'a',}", "[]", "{} trailing", '{"path":"a\nb"}') },
  );
}

function nativeCall(tools: readonly ToolDefinition[]): fc.Arbitrary<StreamChunk[]> {
  return fc.constantFrom(...tools).chain((tool) =>
    fc
      .record({
        index: fc.nat({ max: 2 }),
        id: fc.constantFrom(undefined, "", "call-1", "call-2"),
        json: nativeArguments(tool),
        named: fc.constantFrom("start", "delta", "never"),
        ends: fc.boolean(),
        signature: fc.constantFrom(undefined, "signed"),
      })
      .map(({ index, id, json, named, ends, signature }): StreamChunk[] => [
        {
          type: "tool-input-start",
          index,
          ...(id !== undefined && { providerCallId: id }),
          ...(named === "start" && { name: tool.name }),
        },
        { type: "tool-input-delta", index, json, ...(named === "delta" && { name: tool.name }) },
        ...(ends ? [{ type: "tool-input-end" as const, index, ...(signature !== undefined && { signature }) }] : []),
      ]),
  );
}

/** Text, the wire's own reasoning and native calls, in turns. */
export const mixedMessages: fc.Arbitrary<MixedMessage> = sampleMessages.chain(({ toolSet, text }) => {
  const tools = toolSets[toolSet];
  const textPart = fc
    .tuple(fc.nat(), fc.nat())
    .map(([a, b]) => [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y))
    .map(([from, to]) => text.slice(from, to))
    .filter((piece) => piece !== "");
  const chunk = fc.oneof(
    { weight: 3, arbitrary: textPart.map((piece): StreamChunk[] => [{ type: "text-delta", text: piece }]) },
    { weight: 2, arbitrary: textPart.map((piece): StreamChunk[] => [{ type: "reasoning-delta", text: piece }]) },
    { weight: 1, arbitrary: fc.constant([{ type: "reasoning-delta" as const, text: "", signature: "signed" }]) },
    { weight: 2, arbitrary: nativeCall(tools) },
    { weight: 1, arbitrary: fc.constant<StreamChunk[]>([{ type: "keep-alive" }]) },
  );
  const parts = text === "" ? nativeCall(tools).map((call) => [call]) : fc.array(chunk, { maxLength: 6 });
  return parts.map((lists) => ({ toolSet, chunks: lists.flat() }));
});
