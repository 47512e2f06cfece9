import fc from "fast-check";
import { getDialect } from "../../src/dialects/index.js";
import { dialectNames, type ToolDefinition } from "../../src/index.js";
import { SPECIAL_TOKENS } from "../../src/render/special-tokens.js";
import { HIDDEN_TOKENS } from "../../src/scan/hidden-tokens.js";
import { REASONING_LITERALS, REASONING_TAGS } from "../../src/scan/reasoning.js";
import { dialectTools } from "./dialect-tools.js";

/** Marks of frames as models write them, of every dialect. Each of them alone is damage to the messages of all. */
const MARKS: readonly string[] = [
  ...["<tool_call>", "</tool_call>", "<tool_calls>", "</tool_calls>", "<TOOLCALL>", "</TOOLCALL>"],
  ...["<function_calls>", "</function_calls>", "<minimax:tool_call>", "</minimax:tool_call>"],
  ...["<function=read_file>", "</function>", "<parameter=path>", "</parameter>", "<function_call>"],
  ...['<invoke name="read_file">', "</invoke>", '<parameter name="path">', '<parameter name="content">'],
  ...["<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<seed:tool_call>", "</seed:tool_call>"],
  ...["]<]minimax[>[", "]<]minimax[>[<tool_call>", "]<]minimax[>[</invoke>", "<longcat_tool_call>"],
  ...["[TOOL_CALLS]", "[ARGS]", "[CALL_ID]", "[/TOOL_CALLS]", "functools[", "<|tool_call|>", "<|python_tag|>"],
  ...[
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>",
    "<｜tool▁call▁end｜>",
    "<｜tool▁calls▁end｜>",
  ],
  ...["<|tool_calls_section_begin|>", "<|tool_call_begin|>", "<|tool_call_argument_begin|>", "<|tool_call_end|>"],
  ...["<|tool_calls_section_end|>", "<｜DSML｜function_calls>", "</｜DSML｜invoke>", "<｜DSML｜parameter"],
  ...["<|channel|>", "<|message|>", "<|call|>", "<|constrain|>", "<|start|>", "commentary to=functions.read_file "],
  ...["<|START_ACTION|>", "<|END_ACTION|>", "<|START_RESPONSE|>", "<|END_THINKING|>", "<|START_THINKING|>"],
  ...["<|action_start|>", "<|plugin|>", "<|action_end|>", "<|interpreter|>", "<steptml:invoke name=", "<|tool_call>"],
  ...["<tool_call|>", '<|"|>', "call:read_file{", "<start_function_call>", "<end_function_call>", "<escape>"],
  ...[
    "<|tools_prefix|>",
    "<|tools_suffix|>",
    "<|inner_prefix|>",
    "<|inner_suffix|>",
    "<|open|>",
    "<|close|>",
    "<|sep|>",
  ],
  ...["<|tool_call_start|>", "<|tool_call_end|>", "<|python_start|>", "<|python_end|>", "```tool_code\n", "```tool\n"],
  ...[
    "TOOL_NAME: read_file\n",
    "BEGIN_ARG: path\n",
    "END_ARG\n",
    ">>>read_file\n",
    ">>>all\n",
    "```json\n",
    "```xml\n",
  ],
  ...["Thought: ", "Action: read_file\n", "Action Input: ", "Observation:", "Final Answer:", "<answer>", "</answer>"],
  ...[
    '{"name": ',
    '{"name": "read_file", "arguments": {',
    '[{"name": "read_file"',
    "[read_file(path=",
    "read_file(",
    "print(",
  ],
  ...[
    "<read_file>",
    "</read_file>",
    "<path>",
    "</path>",
    "<content>",
    "</content>",
    "</write_to_file>",
    "<list_tasks/>",
  ],
  ...["<co>", "</co: 0:[1]>", "<![CDATA[", "]]>", "<tool_response>", "</tool_response>"],
];

const TOKENS: readonly string[] = [
  ...SPECIAL_TOKENS.flatMap(({ samples }) => samples),
  ...HIDDEN_TOKENS.map((name) => `<${name}>`),
  ...REASONING_TAGS.flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...REASONING_LITERALS.map(({ text }) => text),
];

const CHARACTERS: readonly string[] = [
  ...["<", "</", ">", "`", "``", "```", "~~~", '"', "'", "\\", "{", "}", "[", "]", "(", ")", ",", ":", "=", "|", "｜"],
  ...[
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\n\n",
    "\ud83d",
    "\ude00",
    "\0",
    "\u2028",
    "\u2581",
    "_",
    "/",
    "#",
    "-",
    "!",
    "a",
    "0",
  ],
];

const WORDS: readonly string[] = [
  ...["Done.", "Let me see.", "a < b && c > d", "x", "🙂", "1 <<< 2", "<b>bold</b>", "</unknown>", "ünïcödé", "don't"],
  ...["`code`", "`<tool_call>`", "[a](b)", "[1]", "{}", '{"a": 1}', "# Title", "- item", 'say "hi"', "f(x)"],
];

const blanks = fc.constantFrom("", "", "\n", "\n", " ", "\n\n", "\r\n", "  \n ");
const marks = fc.oneof(fc.constantFrom(...MARKS), fc.constantFrom(...TOKENS), fc.constantFrom(...CHARACTERS));

const join = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(""));
const some = (part: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> =>
  fc.array(part, { maxLength }).map((texts) => texts.join(""));

/** What stands in a string that is an argument: words, marks of this and of other dialects, anything. */
const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("a.ts", "src/b c.ts", "ls -la", "", " x ", "12") },
  {
    weight: 3,
    arbitrary: some(
      fc.oneof(fc.constantFrom(...WORDS), marks, blanks, fc.string({ unit: "grapheme", maxLength: 4 })),
      5,
    ),
  },
);

const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  integer: fc.integer(),
  boolean: fc.boolean(),
  array: fc.array(value, { maxLength: 3 }),
  object: fc.dictionary(fc.constantFrom("a", "b c", "n"), fc.oneof(value, fc.integer(), fc.constant(null)), {
    maxKeys: 2,
  }),
  string: value,
};

function input(tool: ToolDefinition): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = tool.parameters;
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, { type }]) => [name, values[String(type)] ?? value]),
  );
  return fc.record(model, { requiredKeys: [...required] });
}

/** A call as the dialect writes it, at times of a tool that there is not. */
function callIn(dialect: string): fc.Arbitrary<string> {
  const { writeCall } = getDialect(dialect);
  return fc
    .constantFrom(...dialectTools)
    .chain((tool) =>
      fc
        .tuple(input(tool), fc.constantFrom(tool.name, tool.name, tool.name, tool.name, "nobody"))
        .map(([args, name]) => writeCall({ name, input: args }, dialectTools)),
    );
}

/** Text that holds calls, reasoning and code, as a model of that dialect writes it. */
function messageIn(dialect: string): fc.Arbitrary<string> {
  const call = callIn(dialect);
  const words = fc.constantFrom(...WORDS);
  const inner = some(fc.oneof(words, blanks, call), 3);
  const reasoning = fc.oneof(
    ...REASONING_TAGS.map((tag) => ({
      weight: tag === "think" ? 4 : 1,
      arbitrary: join(fc.constant(`<${tag}>`), inner, fc.constant(`</${tag}>`)),
    })),
    join(fc.constant("[THINK]"), inner, fc.constant("[/THINK]")),
    join(fc.constant("<|START_THINKING|>"), inner, fc.constant("<|END_THINKING|>")),
    join(fc.constant("<|channel|>analysis<|message|>"), inner, fc.constant("<|end|>")),
    join(fc.constant("Thought: "), inner, fc.constant("\n")),
  );
  const part = fc.oneof(
    { weight: 6, arbitrary: call },
    { weight: 4, arbitrary: words },
    { weight: 2, arbitrary: reasoning },
    { weight: 1, arbitrary: marks },
    { weight: 1, arbitrary: join(fc.constant("`"), fc.oneof(call, words), fc.constant("`")) },
    {
      weight: 1,
      arbitrary: join(
        fc.constantFrom("\n```\n", "\n```json\n", "\n```xml\n", "\n~~~\n"),
        inner,
        fc.constantFrom("\n```\n", "\n~~~\n"),
      ),
    },
  );
  return some(join(part, blanks), 5);
}

type Damage = (text: string) => string;

const place = fc.nat({ max: 100_000 });
const at = (text: string, one: number): number => one % (text.length + 1);

/** What happens to messages on their way. */
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 6 })).map(
    ([from, length]): Damage =>
      (text) => {
        const start = at(text, from);
        return text.slice(0, start) + text.slice(start + length);
      },
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 12 })).map(
    ([from, length]): Damage =>
      (text) => {
        const start = at(text, from);
        return text.slice(0, start + length) + text.slice(start);
      },
  ),
  fc.tuple(place, marks).map(
    ([from, mark]): Damage =>
      (text) => {
        const start = at(text, from);
        return text.slice(0, start) + mark + text.slice(start);
      },
  ),
  place.map(
    (from): Damage =>
      (text) =>
        text.slice(0, text.length - at(text, from)),
  ),
  // A closer is lost.
  place.map(
    (nth): Damage =>
      (text) => {
        const closers = [...text.matchAll(/<\/[^<>\n]*>|<[|｜][^<>\n]*end[^<>\n]*>|["}\])]/gi)];
        const closer = closers[nth % Math.max(1, closers.length)];
        return closer === undefined ? text : text.slice(0, closer.index) + text.slice(closer.index + closer[0].length);
      },
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(
    ([from, length]): Damage =>
      (text) => {
        const start = at(text, from);
        return text.slice(0, start) + text.slice(start, start + length).toUpperCase() + text.slice(start + length);
      },
  ),
);

const damages = fc.array(damage, { maxLength: 3 });

/** Two messages of different dialects, the one cut off, of the other the end. */
function spliceOf(one: fc.Arbitrary<string>, other: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(one, other, place, place)
    .map(([first, second, to, from]) => first.slice(0, at(first, to)) + second.slice(at(second, from)));
}

const others = fc.constantFrom(...dialectNames).chain(messageIn);

/** Messages for a dialect; for `auto` those of all of them. */
export function dialectMessages(dialect: string): fc.Arbitrary<string> {
  const own = dialect === "auto" ? others : messageIn(dialect);
  const soup = some(fc.oneof(marks, fc.constantFrom(...WORDS), callIn(dialect)), 8);
  const message = fc.oneof(
    { weight: 8, arbitrary: own },
    { weight: 1, arbitrary: others },
    { weight: 2, arbitrary: spliceOf(own, others) },
    { weight: 2, arbitrary: soup },
  );
  return fc.tuple(message, damages).map(([text, done]) => done.reduce((hurt, apply) => apply(hurt), text));
}
