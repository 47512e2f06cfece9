import fc from "fast-check";
import type { StreamChunk } from "../../src/index.js";
import type { MixedMessage } from "./mixed-messages.js";
import type { ToolSet } from "./sample-tools.js";

const soup = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.constantFrom(
        "<",
        ">",
        "/",
        "`",
        "\n",
        "\r",
        " ",
        "\0",
        "\ud83d",
        "\ude00",
        "\u2028",
        "=",
        '"',
        "'",
        "{",
        "}",
        ":",
      ),
    )
    .map((marks) => marks.join("")),
  fc
    .array(
      fc.constantFrom(
        ...["<constructor>", "<toString>", "</toString>", "</constructor>", "<__proto__>", "</__proto__>"],
        ...["<read_file>", "<path>", "</path>", "</read_file>", "<content>", "</content>", "<write_to_file>"],
        ...["<think>", "</think>", "```\n", "\n", '<read_file path="', '"/>', "x"],
      ),
    )
    .map((tags) => tags.join("")),
);
const json = fc.oneof(
  soup,
  fc.json(),
  fc.constantFrom(
    '{"__proto__":{"a":1}}',
    '{"constructor":"x","toString":2}',
    '{"path":"\\ud83d"}',
    '{"path":"a","path":"b"}',
    "{".repeat(200),
  ),
);
const name = fc.constantFrom("read_file", "constructor", "__proto__", "toString", "nobody", "");
const index = fc.constantFrom(0, 1, 7, -1, 1e9);

const chunk: fc.Arbitrary<StreamChunk> = fc.oneof(
  soup.map((text): StreamChunk => ({ type: "text-delta", text })),
  fc.record(
    { type: fc.constant("reasoning-delta"), text: soup, signature: fc.string() },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record(
    { type: fc.constant("tool-input-start"), index, providerCallId: fc.constantFrom("", "a", "b"), name },
    { requiredKeys: ["type", "index"] },
  ),
  fc.record({ type: fc.constant("tool-input-delta"), index, json, name }, { requiredKeys: ["type", "index", "json"] }),
  fc.record(
    { type: fc.constant("tool-input-end"), index, signature: fc.string() },
    { requiredKeys: ["type", "index"] },
  ),
  fc.constant<StreamChunk>({ type: "keep-alive" }),
  fc.constant<StreamChunk>({ type: "usage", usage: { inputTokens: 1 } }),
  fc.constant<StreamChunk>({ type: "finish", reason: "stop" }),
);

/** Chunks of all kinds in any order, with contents that nobody meant. */
export const oddChunks: fc.Arbitrary<MixedMessage> = fc.record({
  toolSet: fc.constantFrom<ToolSet>("unmarked", "marked", "none"),
  chunks: fc.array(chunk, { maxLength: 12 }),
});
