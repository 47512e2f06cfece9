import type { ModelClient, ModelRequest } from "@millrace/agent";
import { type Block, createParser, type FinishReason, type StreamChunk } from "@millrace/protocol";
import { type Answer, type ModelServer, type Part, startModelServer } from "@millrace/testkit";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { READ_FILE, request } from "../support/requests.js";
import { packagePairs } from "./packages.js";

let server: ModelServer;
let next: Answer = {};
beforeAll(async () => {
  server = await startModelServer({
    scenario: { answers: Array.from({ length: 2_000 }, () => () => next), prefix: "report", allow: ["tool-shape"] },
  });
});
afterAll(() => server.close());

interface Read {
  blocks: readonly object[];
  finish: FinishReason | undefined;
  /** Tokens: the prompt's, those of it from a cache, the answer's. */
  counts: readonly (number | undefined)[];
}

/** What an answer comes to: its blocks, how it ended, what it cost. Signatures are each door's own. */
async function readAnswer(client: ModelClient, asked: ModelRequest): Promise<Read> {
  const reader = createParser({
    tools: [READ_FILE],
    dialect: "auto",
    messageId: "m",
    nativeOffered: true,
    onEvent: () => {},
  });
  const chunks: StreamChunk[] = [];
  for await (const chunk of client.stream(asked, { signal: new AbortController().signal })) {
    chunks.push(chunk);
    reader.push(chunk);
  }
  const finish = chunks.find((chunk) => chunk.type === "finish")?.reason;
  reader.end(finish);
  const usage = chunks.findLast((chunk) => chunk.type === "usage")?.usage;
  return {
    blocks: reader.blocks.map(plain),
    finish,
    counts: [usage?.inputTokens, usage?.cacheReadTokens, usage?.outputTokens],
  };
}

function plain(block: Block): object {
  if (block.type !== "tool-use") return { type: block.type, text: block.text };
  const { name, input, closedBy, providerCallId } = block;
  // The server numbers its answers.
  return { type: block.type, name, input, closedBy, hasId: providerCallId !== undefined };
}

const words = fc.oneof(
  fc.constantFrom("Hi.", "修复 🚀", " a\n\nb "),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
);
const part = (reasons: boolean): fc.Arbitrary<Part> =>
  fc.oneof(
    words.map((text): Part => ({ text })),
    fc
      .record({ path: words, content: fc.option(words, { nil: undefined }) })
      .map((args): Part => ({ call: { name: "read_file", arguments: JSON.parse(JSON.stringify(args)) } })),
    ...(reasons ? [words.map((reasoning): Part => ({ reasoning }))] : []),
  );

describe.each(packagePairs)("$name", ({ door, own, reasons }) => {
  test("says the same as the wire of ours, whatever the answer and however it is cut", async () => {
    const answer = fc.record({
      parts: fc.array(part(reasons), { minLength: 1, maxLength: 5 }),
      chunk: fc.integer({ min: 1, max: 6 }),
      bytes: fc.constantFrom(7, 100_000, "inside-characters" as const),
      usage: fc.record({
        inputTokens: fc.integer({ min: 2_000, max: 9_000 }),
        outputTokens: fc.nat(99),
        cachedTokens: fc.nat(900),
      }),
    });
    await fc.assert(
      fc.asyncProperty(answer, async (scripted) => {
        next = scripted;
        const asked = request({ tools: [READ_FILE] });
        const [theirs, ours] = [await readAnswer(door(server.url), asked), await readAnswer(own(server.url), asked)];
        expect(theirs).toEqual(ours);
        expect(server.violations).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
