import type { RenderableCall, ToolDefinition } from "@millrace/protocol";

/** A tool with a parameter of each kind. */
export const TYPED: ToolDefinition = {
  name: "typed",
  description: "",
  parameters: {
    type: "object",
    properties: {
      word: { type: "string" },
      n: { type: "number" },
      on: { type: "boolean" },
      nothing: { type: "null" },
      thing: { type: "object", properties: { k: { type: "array" } } },
      content: { type: "string" },
    },
  },
};

/** A call with text, a number, a boolean, null, nesting, unicode and a body of two lines. */
export const TYPED_CALL: RenderableCall = {
  name: "typed",
  input: {
    word: 'it\'s "é" 😀',
    n: -1.5,
    on: true,
    nothing: null,
    thing: { k: ["x", 1, { y: false }] },
    content: "a\n  b\n",
  },
};

const ANTML = ["ant", "ml:"].join("");

/** How each dialect writes it, and a call without arguments. */
export const RENDERED: Readonly<Record<string, { full: string; empty: string }>> = {
  cline: {
    full: `<typed>
<word>it's "é" 😀</word>
<n>-1.5</n>
<on>true</on>
<nothing>null</nothing>
<thing>{"k":["x",1,{"y":false}]}</thing>
<content>
a
  b
</content>
</typed>`,
    empty: `<typed>
</typed>`,
  },
  "roo-xml": {
    full: `<typed>
<word>it's "é" 😀</word>
<n>-1.5</n>
<on>true</on>
<nothing>null</nothing>
<thing>{"k":["x",1,{"y":false}]}</thing>
<content>
a
  b
</content>
</typed>`,
    empty: `<typed>
</typed>`,
  },
  "morph-xml": {
    full: `<typed>
<word>it's "é" 😀</word>
<n>-1.5</n>
<on>true</on>
<nothing>null</nothing>
<thing>{"k":["x",1,{"y":false}]}</thing>
<content>
a
  b
</content>
</typed>`,
    empty: `<typed>
</typed>`,
  },
  "yaml-xml": {
    full: `<typed>
word: "it's \\"é\\" 😀"
n: -1.5
on: true
nothing: null
thing: {"k": ["x", 1, {"y": false}]}
content: |
  a
    b
</typed>`,
    empty: `<typed>
</typed>`,
  },
  hermes: {
    full: `<tool_call>
{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
</tool_call>`,
    empty: `<tool_call>
{"name": "typed", "arguments": {}}
</tool_call>`,
  },
  granite: {
    full: `<|tool_call|>[{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]`,
    empty: `<|tool_call|>[{"name": "typed", "arguments": {}}]`,
  },
  nemotron: {
    full: `<TOOLCALL>[{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]</TOOLCALL>`,
    empty: `<TOOLCALL>[{"name": "typed", "arguments": {}}]</TOOLCALL>`,
  },
  jamba: {
    full: `<tool_calls>[
    {"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
]</tool_calls>`,
    empty: `<tool_calls>[
    {"name": "typed", "arguments": {}}
]</tool_calls>`,
  },
  hunyuan: {
    full: `<tool_calls>[{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]</tool_calls>`,
    empty: `<tool_calls>[{"name": "typed", "arguments": {}}]</tool_calls>`,
  },
  "minimax-m1": {
    full: `<tool_calls>
{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
</tool_calls>`,
    empty: `<tool_calls>
{"name": "typed", "arguments": {}}
</tool_calls>`,
  },
  longcat: {
    full: `<longcat_tool_call>
{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
</longcat_tool_call>`,
    empty: `<longcat_tool_call>
{"name": "typed", "arguments": {}}
</longcat_tool_call>`,
  },
  internlm2: {
    full: `<|action_start|><|plugin|>
{"name": "typed", "parameters": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}<|action_end|>`,
    empty: `<|action_start|><|plugin|>
{"name": "typed", "parameters": {}}<|action_end|>`,
  },
  "command-a": {
    full: `<|START_ACTION|>[
    {"tool_call_id": "0", "tool_name": "typed", "parameters": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
]<|END_ACTION|>`,
    empty: `<|START_ACTION|>[
    {"tool_call_id": "0", "tool_name": "typed", "parameters": {}}
]<|END_ACTION|>`,
  },
  apertus: {
    full: `<|tools_prefix|>[{"typed": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]<|tools_suffix|>`,
    empty: `<|tools_prefix|>[{"typed": {}}]<|tools_suffix|>`,
  },
  functools: {
    full: `functools[{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]`,
    empty: `functools[{"name": "typed", "arguments": {}}]`,
  },
  mistral: {
    full: `[TOOL_CALLS]typed[ARGS]{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}`,
    empty: `[TOOL_CALLS]typed[ARGS]{}`,
  },
  xlam: {
    full: `[{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}]`,
    empty: `[{"name": "typed", "arguments": {}}]`,
  },
  "llama3-json": {
    full: `{"name": "typed", "parameters": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}`,
    empty: `{"name": "typed", "parameters": {}}`,
  },
  functionary: {
    full: `<function=typed>{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}</function>`,
    empty: `<function=typed>{}</function>`,
  },
  "markdown-json": {
    full: `\`\`\`json
{"name": "typed", "arguments": {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}}
\`\`\``,
    empty: `\`\`\`json
{"name": "typed", "arguments": {}}
\`\`\``,
  },
  "deepseek-v3": {
    full: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>typed
\`\`\`json
{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}
\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    empty: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>typed
\`\`\`json
{}
\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  },
  "deepseek-v31": {
    full: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>typed<｜tool▁sep｜>{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    empty: `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>typed<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  },
  "kimi-k2": {
    full: `<|tool_calls_section_begin|><|tool_call_begin|>functions.typed:0<|tool_call_argument_begin|>{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}<|tool_call_end|><|tool_calls_section_end|>`,
    empty: `<|tool_calls_section_begin|><|tool_call_begin|>functions.typed:0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>`,
  },
  harmony: {
    full: `<|start|>assistant<|channel|>commentary to=functions.typed <|constrain|>json<|message|>{"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}<|call|>`,
    empty: `<|start|>assistant<|channel|>commentary to=functions.typed <|constrain|>json<|message|>{}<|call|>`,
  },
  "qwen3-coder": {
    full: `<tool_call>
<function=typed>
<parameter=word>
it's "é" 😀
</parameter>
<parameter=n>
-1.5
</parameter>
<parameter=on>
true
</parameter>
<parameter=nothing>
null
</parameter>
<parameter=thing>
{"k": ["x", 1, {"y": false}]}
</parameter>
<parameter=content>
a
  b

</parameter>
</function>
</tool_call>`,
    empty: `<tool_call>
<function=typed>
</function>
</tool_call>`,
  },
  "seed-oss": {
    full: `<seed:tool_call>
<function=typed>
<parameter=word>it's "é" 😀</parameter>
<parameter=n>-1.5</parameter>
<parameter=on>true</parameter>
<parameter=nothing>null</parameter>
<parameter=thing>{"k": ["x", 1, {"y": false}]}</parameter>
<parameter=content>a
  b
</parameter>
</function>
</seed:tool_call>`,
    empty: `<seed:tool_call>
<function=typed>
</function>
</seed:tool_call>`,
  },
  "anthropic-fc": {
    full: `<function_calls>
<invoke name="typed">
<parameter name="word">it's "é" 😀</parameter>
<parameter name="n">-1.5</parameter>
<parameter name="on">true</parameter>
<parameter name="nothing">null</parameter>
<parameter name="thing">{"k": ["x", 1, {"y": false}]}</parameter>
<parameter name="content">a
  b
</parameter>
</invoke>
</function_calls>`,
    empty: `<function_calls>
<invoke name="typed">
</invoke>
</function_calls>`,
  },
  antml: {
    full: `<${ANTML}function_calls>
<${ANTML}invoke name="typed">
<${ANTML}parameter name="word">it's "é" 😀</${ANTML}parameter>
<${ANTML}parameter name="n">-1.5</${ANTML}parameter>
<${ANTML}parameter name="on">true</${ANTML}parameter>
<${ANTML}parameter name="nothing">null</${ANTML}parameter>
<${ANTML}parameter name="thing">{"k": ["x", 1, {"y": false}]}</${ANTML}parameter>
<${ANTML}parameter name="content">a
  b
</${ANTML}parameter>
</${ANTML}invoke>
</${ANTML}function_calls>`,
    empty: `<${ANTML}function_calls>
<${ANTML}invoke name="typed">
</${ANTML}invoke>
</${ANTML}function_calls>`,
  },
  "minimax-m2": {
    full: `<minimax:tool_call>
<invoke name="typed">
<parameter name="word">it's "é" 😀</parameter>
<parameter name="n">-1.5</parameter>
<parameter name="on">true</parameter>
<parameter name="nothing">null</parameter>
<parameter name="thing">{"k": ["x", 1, {"y": false}]}</parameter>
<parameter name="content">a
  b
</parameter>
</invoke>
</minimax:tool_call>`,
    empty: `<minimax:tool_call>
<invoke name="typed">
</invoke>
</minimax:tool_call>`,
  },
  "deepseek-dsml": {
    full: `<｜DSML｜tool_calls>
<｜DSML｜invoke name="typed">
<｜DSML｜parameter name="word" string="true">it's "é" 😀</｜DSML｜parameter>
<｜DSML｜parameter name="n" string="false">-1.5</｜DSML｜parameter>
<｜DSML｜parameter name="on" string="false">true</｜DSML｜parameter>
<｜DSML｜parameter name="nothing" string="false">null</｜DSML｜parameter>
<｜DSML｜parameter name="thing" string="false">{"k": ["x", 1, {"y": false}]}</｜DSML｜parameter>
<｜DSML｜parameter name="content" string="true">a
  b
</｜DSML｜parameter>
</｜DSML｜invoke>
</｜DSML｜tool_calls>`,
    empty: `<｜DSML｜tool_calls>
<｜DSML｜invoke name="typed">
</｜DSML｜invoke>
</｜DSML｜tool_calls>`,
  },
  step3: {
    full: `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="typed"><steptml:parameter name="word">it's "é" 😀</steptml:parameter><steptml:parameter name="n">-1.5</steptml:parameter><steptml:parameter name="on">true</steptml:parameter><steptml:parameter name="nothing">null</steptml:parameter><steptml:parameter name="thing">{"k": ["x", 1, {"y": false}]}</steptml:parameter><steptml:parameter name="content">a
  b
</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>`,
    empty: `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="typed"></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>`,
  },
  glm: {
    full: `<tool_call>typed
<arg_key>word</arg_key>
<arg_value>it's "é" 😀</arg_value>
<arg_key>n</arg_key>
<arg_value>-1.5</arg_value>
<arg_key>on</arg_key>
<arg_value>true</arg_value>
<arg_key>nothing</arg_key>
<arg_value>null</arg_value>
<arg_key>thing</arg_key>
<arg_value>{"k": ["x", 1, {"y": false}]}</arg_value>
<arg_key>content</arg_key>
<arg_value>a
  b
</arg_value>
</tool_call>`,
    empty: `<tool_call>typed
</tool_call>`,
  },
  "kimi-k3": {
    full: `<|open|>tools<|sep|><|open|>call tool="typed" index="1"<|sep|><|open|>argument key="word" type="string"<|sep|>it's "é" 😀<|close|>argument<|sep|><|open|>argument key="n" type="number"<|sep|>-1.5<|close|>argument<|sep|><|open|>argument key="on" type="boolean"<|sep|>true<|close|>argument<|sep|><|open|>argument key="nothing" type="null"<|sep|>null<|close|>argument<|sep|><|open|>argument key="thing" type="object"<|sep|>{"k": ["x", 1, {"y": false}]}<|close|>argument<|sep|><|open|>argument key="content" type="string"<|sep|>a
  b
<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`,
    empty: `<|open|>tools<|sep|><|open|>call tool="typed" index="1"<|sep|><|close|>call<|sep|><|close|>tools<|sep|>`,
  },
  "minimax-m3": {
    full: `]<]minimax[>[<tool_call>
]<]minimax[>[<invoke name="typed">]<]minimax[>[<word>it's "é" 😀]<]minimax[>[</word>]<]minimax[>[<n>-1.5]<]minimax[>[</n>]<]minimax[>[<on>true]<]minimax[>[</on>]<]minimax[>[<nothing>null]<]minimax[>[</nothing>]<]minimax[>[<thing>]<]minimax[>[<k>]<]minimax[>[<item>x]<]minimax[>[</item>]<]minimax[>[<item>1]<]minimax[>[</item>]<]minimax[>[<item>]<]minimax[>[<y>false]<]minimax[>[</y>]<]minimax[>[</item>]<]minimax[>[</k>]<]minimax[>[</thing>]<]minimax[>[<content>a
  b
]<]minimax[>[</content>]<]minimax[>[</invoke>
]<]minimax[>[</tool_call>`,
    empty: `]<]minimax[>[<tool_call>
]<]minimax[>[<invoke name="typed">]<]minimax[>[</invoke>
]<]minimax[>[</tool_call>`,
  },
  functiongemma: {
    full: `<start_function_call>call:typed{content:<escape>a
  b
<escape>,n:-1.5,nothing:null,on:true,thing:{k:[<escape>x<escape>,1,{y:false}]},word:<escape>it's "é" 😀<escape>}<end_function_call>`,
    empty: `<start_function_call>call:typed{}<end_function_call>`,
  },
  gemma4: {
    full: `<|tool_call>call:typed{content:<|"|>a
  b
<|"|>,n:-1.5,nothing:null,on:true,thing:{k:[<|"|>x<|"|>,1,{y:false}]},word:<|"|>it's "é" 😀<|"|>}<tool_call|>`,
    empty: `<|tool_call>call:typed{}<tool_call|>`,
  },
  pythonic: {
    full: `[typed(word='it\\'s "é" 😀', n=-1.5, on=True, nothing=None, thing={'k': ['x', 1, {'y': False}]}, content='a\\n  b\\n')]`,
    empty: `[typed()]`,
  },
  "llama4-pythonic": {
    full: `<|python_start|>[typed(word='it\\'s "é" 😀', n=-1.5, on=True, nothing=None, thing={'k': ['x', 1, {'y': False}]}, content='a\\n  b\\n')]<|python_end|>`,
    empty: `<|python_start|>[typed()]<|python_end|>`,
  },
  lfm2: {
    full: `<|tool_call_start|>[typed(word='it\\'s "é" 😀', n=-1.5, on=True, nothing=None, thing={'k': ['x', 1, {'y': False}]}, content='a\\n  b\\n')]<|tool_call_end|>`,
    empty: `<|tool_call_start|>[typed()]<|tool_call_end|>`,
  },
  olmo3: {
    full: `<function_calls>
typed(word='it\\'s "é" 😀', n=-1.5, on=true, nothing=null, thing={'k': ['x', 1, {'y': false}]}, content='a\\n  b\\n')
</function_calls>`,
    empty: `<function_calls>
typed()
</function_calls>`,
  },
  "tool-code": {
    full: `\`\`\`tool_code
typed(word='it\\'s "é" 😀', n=-1.5, on=True, nothing=None, thing={'k': ['x', 1, {'y': False}]}, content='a\\n  b\\n')
\`\`\``,
    empty: `\`\`\`tool_code
typed()
\`\`\``,
  },
  "continue-codeblock": {
    full: `\`\`\`tool
TOOL_NAME: typed
BEGIN_ARG: word
it's "é" 😀
END_ARG
BEGIN_ARG: n
-1.5
END_ARG
BEGIN_ARG: on
true
END_ARG
BEGIN_ARG: nothing
null
END_ARG
BEGIN_ARG: thing
{"k": ["x", 1, {"y": false}]}
END_ARG
BEGIN_ARG: content
a
  b

END_ARG
\`\`\``,
    empty: `\`\`\`tool
TOOL_NAME: typed
\`\`\``,
  },
  react: {
    full: `Action: typed
Action Input: {"word": "it's \\"é\\" 😀", "n": -1.5, "on": true, "nothing": null, "thing": {"k": ["x", 1, {"y": false}]}, "content": "a\\n  b\\n"}`,
    empty: `Action: typed
Action Input: {}`,
  },
  auto: {
    full: `<typed>
<word>it's "é" 😀</word>
<n>-1.5</n>
<on>true</on>
<nothing>null</nothing>
<thing>{"k":["x",1,{"y":false}]}</thing>
<content>
a
  b
</content>
</typed>`,
    empty: `<typed>
</typed>`,
  },
};
