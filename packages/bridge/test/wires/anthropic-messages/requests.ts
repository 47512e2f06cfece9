import fc from "fast-check";

/** Marks and nulls that may be anywhere and mean nothing. */
const mark = fc.constantFrom({}, { cache_control: { type: "ephemeral" } }, { cache_control: null });

const textBlock = fc.record({ type: fc.constant("text"), text: fc.string() });
const imageBlock = fc.constant({ type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } });
const resultBlock = fc.record({
  type: fc.constant("tool_result"),
  tool_use_id: fc.constantFrom("toolu_1", "toolu_2"),
  content: fc.oneof(fc.string(), fc.array(fc.oneof(textBlock, imageBlock)), fc.constant(null)),
});
const callBlock = fc.record({
  type: fc.constant("tool_use"),
  id: fc.constantFrom("toolu_1", "toolu_2"),
  name: fc.constant("read_file"),
  // As it comes over the wire: -0 is 0 there.
  input: fc.dictionary(fc.string(), fc.jsonValue()).map((input) => JSON.parse(JSON.stringify(input))),
});
const thinkingBlock = fc.record({ type: fc.constant("thinking"), thinking: fc.string(), signature: fc.string() });

const content = (block: fc.Arbitrary<object>) =>
  fc.oneof(fc.string(), fc.array(fc.tuple(block, mark).map(([known, more]) => ({ ...known, ...more }))));

/** A message as a client of this wire sends it. */
const userMessage = fc.record({
  role: fc.constant("user"),
  content: content(fc.oneof(textBlock, imageBlock, resultBlock)),
});
const assistantMessage = fc.record({
  role: fc.constant("assistant"),
  content: content(fc.oneof(textBlock, callBlock, thinkingBlock)),
});
const systemMessage = fc.record({ role: fc.constant("system"), content: content(textBlock) });

/** A history that begins with a user and its answer, as it is when it came as JSON. */
export const histories: fc.Arbitrary<object[]> = fc
  .tuple(
    userMessage,
    assistantMessage,
    fc.array(fc.oneof(userMessage, assistantMessage, systemMessage), { maxLength: 8 }),
  )
  .map(([user, assistant, others]) => JSON.parse(JSON.stringify([user, assistant, ...others])));

/** The words of this wire, where they belong and where they do not. */
const word = fc.constantFrom(
  ...["text", "image", "document", "thinking", "redacted_thinking", "tool_use", "tool_result", "server_tool_use"],
  ...["web_search_tool_result", "web_fetch_result", "search_result", "tool_reference", "base64", "content", "url"],
  ...["user", "assistant", "system", "any", "tool", "bash_20250124", "web_search_20250305", "custom"],
);
const field = fc.constantFrom(
  ...["type", "role", "content", "text", "source", "data", "url", "name", "input", "thinking", "signature", "title"],
  ...[
    "tool_use_id",
    "input_schema",
    "error_code",
    "stdout",
    "tool_references",
    "tool_name",
    "defer_loading",
    "media_type",
  ],
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.oneof(word, fc.string(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(field, fc.string()), tie("value"), { maxKeys: 5 }),
  ),
}));

/** Any JSON object, made mostly of what this wire knows in places where it does not. */
export const anyBody: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.record(
    {
      ...{
        model: value,
        system: value,
        messages: fc.oneof(value, fc.array(value)),
        tools: fc.oneof(value, fc.array(value)),
      },
      ...{ tool_choice: value, max_tokens: value, stop_sequences: value, stream: value, thinking: value },
    },
    { requiredKeys: [] },
  ),
);
