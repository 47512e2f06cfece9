import { InvalidOptionError } from "../errors.js";
import type { CallForm, ParameterForm } from "./call-form.js";

/** `{"name": …, "arguments": {…}}`, as most models with JSON calls write it. */
const NAMED_CALL = '{"name": $QUOTED_NAME, "arguments": $ARGUMENTS}';

/** The same with `parameters`, as Llama 3 and InternLM write it. */
const NAMED_PARAMETERS = '{"name": $QUOTED_NAME, "parameters": $ARGUMENTS}';

/** A value that begins with it is unwrapped. */
const SECTION = "![CDATA[";

/** `<parameter=P>` with the value on lines of its own, as Qwen3-Coder's chat template writes it. */
const QWEN_PARAMETERS: ParameterForm = {
  scalar: "<parameter=$PARAMETER>\n$VALUE\n</parameter>\n",
  scalarEnds: "data",
  bodyEnds: "data",
  tags: ["parameter", "function", "call", "tool", "invoke", "tool_call", SECTION],
  namedTags: "parameters",
};

/** `<parameter name="P">` with the value in line, in Anthropic's way and MiniMax's. */
const NAMED_PARAMETER: ParameterForm = {
  scalar: '<parameter name="$PARAMETER">$VALUE</parameter>\n',
  scalarEnds: "data",
  bodyEnds: "data",
  tags: ["parameter", "invoke", "function_calls", "minimax:tool_call", SECTION],
};

const INVOKE = '<invoke name="$NAME">\n$ARGUMENTS</invoke>';

/** DeepSeek's call with its parameters; the frame around all calls differs between V3.2 and V4. */
const DSML_CALL = '<｜DSML｜invoke name="$NAME">\n$ARGUMENTS</｜DSML｜invoke>';
const DSML_PARAMETERS: ParameterForm = {
  scalar: '<｜DSML｜parameter name="$PARAMETER" string="$IS_TEXT">$VALUE</｜DSML｜parameter>\n',
  scalarEnds: "data",
  bodyEnds: "data",
  tags: ["｜DSML｜parameter", "｜DSML｜invoke", "｜DSML｜function_calls", "｜DSML｜tool_calls", SECTION],
};

const DEEPSEEK_OPEN = "<｜tool▁calls▁begin｜>";
const DEEPSEEK_CLOSE = "<｜tool▁calls▁end｜>";

/**
 * Each form by its name: that of its dialect, or where a dialect has several, with a word behind it.
 *
 * Sources: the chat templates of the models, and what vLLM, SGLang and llama.cpp read.
 */
const FORMS: Readonly<Record<string, CallForm>> = {
  cline: {
    dialect: "cline",
    open: "",
    call: "<$NAME>\n$ARGUMENTS</$NAME>",
    between: "\n",
    close: "",
    mark: "<$NAME>\n",
    parameters: {
      scalar: "<$PARAMETER>$VALUE</$PARAMETER>\n",
      body: "<$PARAMETER>\n$VALUE</$PARAMETER>\n",
      scalarEnds: "layout",
      bodyEnds: "data",
      tags: [],
      namedTags: "parameters-and-tools",
    },
  },
  hermes: {
    dialect: "hermes",
    open: "",
    call: `<tool_call>\n${NAMED_CALL}\n</tool_call>`,
    between: "\n",
    close: "",
    mark: "<tool_call>",
  },
  granite: {
    dialect: "granite",
    open: "<|tool_call|>[",
    call: NAMED_CALL,
    between: ", ",
    close: "]",
    mark: "<|tool_call|>",
  },
  nemotron: {
    dialect: "nemotron",
    open: "<TOOLCALL>[",
    call: NAMED_CALL,
    between: ", ",
    close: "]</TOOLCALL>",
    mark: "<TOOLCALL>",
  },
  jamba: {
    dialect: "jamba",
    open: "<tool_calls>[\n    ",
    call: NAMED_CALL,
    between: ",\n    ",
    close: "\n]</tool_calls>",
    mark: "<tool_calls>",
  },
  hunyuan: {
    dialect: "hunyuan",
    open: "<tool_calls>[",
    call: NAMED_CALL,
    between: ", ",
    close: "]</tool_calls>",
    mark: "<tool_calls>",
  },
  longcat: {
    dialect: "longcat",
    open: "",
    call: `<longcat_tool_call>\n${NAMED_CALL}\n</longcat_tool_call>`,
    between: "\n",
    close: "",
    mark: "<longcat_tool_call>",
  },
  mistral: {
    dialect: "mistral",
    open: "",
    call: "[TOOL_CALLS]$NAME[ARGS]$ARGUMENTS",
    between: "",
    close: "",
    mark: "[TOOL_CALLS]",
  },
  "mistral-array": {
    dialect: "mistral",
    open: "[TOOL_CALLS] [",
    call: NAMED_CALL,
    between: ", ",
    close: "]",
    mark: "[TOOL_CALLS]",
  },
  "llama3-json": { dialect: "llama3-json", open: "", call: NAMED_PARAMETERS, between: "; ", close: "" },
  xlam: { dialect: "xlam", open: "[", call: NAMED_CALL, between: ", ", close: "]" },
  functools: {
    dialect: "functools",
    open: "functools[",
    call: NAMED_CALL,
    between: ", ",
    close: "]",
    mark: "functools[",
  },
  "deepseek-v3": {
    dialect: "deepseek-v3",
    open: DEEPSEEK_OPEN,
    call: "<｜tool▁call▁begin｜>function<｜tool▁sep｜>$NAME\n```json\n$ARGUMENTS\n```<｜tool▁call▁end｜>",
    between: "\n",
    close: DEEPSEEK_CLOSE,
    mark: DEEPSEEK_OPEN,
  },
  "deepseek-v31": {
    dialect: "deepseek-v31",
    open: DEEPSEEK_OPEN,
    call: "<｜tool▁call▁begin｜>$NAME<｜tool▁sep｜>$ARGUMENTS<｜tool▁call▁end｜>",
    between: "",
    close: DEEPSEEK_CLOSE,
    mark: DEEPSEEK_OPEN,
  },
  "kimi-k2": {
    dialect: "kimi-k2",
    open: "<|tool_calls_section_begin|>",
    call: "<|tool_call_begin|>functions.$NAME:$NUMBER<|tool_call_argument_begin|>$ARGUMENTS<|tool_call_end|>",
    between: "",
    close: "<|tool_calls_section_end|>",
    mark: "<|tool_calls_section_begin|>",
  },
  "command-a": {
    dialect: "command-a",
    open: "<|START_ACTION|>[\n    ",
    call: '{"tool_call_id": "$NUMBER", "tool_name": $QUOTED_NAME, "parameters": $ARGUMENTS}',
    between: ",\n    ",
    close: "\n]<|END_ACTION|>",
    mark: "<|START_ACTION|>",
  },
  internlm2: {
    dialect: "internlm2",
    open: "<|action_start|><|plugin|>\n",
    call: NAMED_PARAMETERS,
    close: "<|action_end|>",
    mark: "<|action_start|>",
  },
  functionary: {
    dialect: "functionary",
    open: "",
    call: "<function=$NAME>$ARGUMENTS</function>",
    between: "",
    close: "",
    mark: "<function=",
  },
  "markdown-json": {
    dialect: "markdown-json",
    open: "",
    call: `\`\`\`json\n${NAMED_CALL}\n\`\`\``,
    between: "\n",
    close: "",
  },
  apertus: {
    dialect: "apertus",
    open: "<|tools_prefix|>[",
    call: "{$QUOTED_NAME: $ARGUMENTS}",
    between: ", ",
    close: "]<|tools_suffix|>",
    mark: "<|tools_prefix|>",
  },
  "qwen3-coder": {
    dialect: "qwen3-coder",
    open: "",
    call: "<tool_call>\n<function=$NAME>\n$ARGUMENTS</function>\n</tool_call>",
    between: "\n",
    close: "",
    mark: "<tool_call>",
    parameters: QWEN_PARAMETERS,
  },
  "seed-oss": {
    dialect: "seed-oss",
    open: "",
    call: "<seed:tool_call>\n<function=$NAME>\n$ARGUMENTS</function>\n</seed:tool_call>",
    between: "\n",
    close: "",
    mark: "<seed:tool_call>",
    parameters: {
      scalar: "<parameter=$PARAMETER>$VALUE</parameter>\n",
      scalarEnds: "data",
      bodyEnds: "data",
      tags: ["parameter", "function", "seed:tool_call", SECTION],
    },
  },
  "anthropic-fc": {
    dialect: "anthropic-fc",
    open: "<function_calls>\n",
    call: INVOKE,
    between: "\n",
    close: "\n</function_calls>",
    mark: "<function_calls>",
    parameters: NAMED_PARAMETER,
  },
  "minimax-m2": {
    dialect: "minimax-m2",
    open: "<minimax:tool_call>\n",
    call: INVOKE,
    between: "\n",
    close: "\n</minimax:tool_call>",
    mark: "<minimax:tool_call>",
    parameters: NAMED_PARAMETER,
  },
  "deepseek-dsml": {
    dialect: "deepseek-dsml",
    open: "<｜DSML｜tool_calls>\n",
    call: DSML_CALL,
    between: "\n",
    close: "\n</｜DSML｜tool_calls>",
    mark: "<｜DSML｜tool_calls>",
    parameters: DSML_PARAMETERS,
  },
  "deepseek-dsml-v32": {
    dialect: "deepseek-dsml",
    open: "<｜DSML｜function_calls>\n",
    call: DSML_CALL,
    between: "\n",
    close: "\n</｜DSML｜function_calls>",
    mark: "<｜DSML｜function_calls>",
    parameters: DSML_PARAMETERS,
  },
  glm: {
    dialect: "glm",
    open: "",
    call: "<tool_call>$NAME\n$ARGUMENTS</tool_call>",
    between: "\n",
    close: "",
    mark: "<tool_call>",
    parameters: {
      scalar: "<arg_key>$PARAMETER</arg_key>\n<arg_value>$VALUE</arg_value>\n",
      scalarEnds: "data",
      bodyEnds: "data",
      tags: ["arg_key", "arg_value", "tool_call", SECTION],
    },
  },
};

/** The forms there are, by name: that of its dialect, or where a dialect has several, with a word behind it. */
export const callForms: ReadonlyMap<string, CallForm> = new Map(Object.entries(FORMS));

/**
 * The form in which calls of a dialect are written, by the dialect's name; undefined where it has none. `auto` is taught
 * as `cline` is.
 */
export function callFormOf(dialect: string): CallForm | undefined {
  return callForms.get(dialect === "auto" ? "cline" : dialect);
}

/**
 * The form of that name, for `callGrammar`.
 *
 * @throws InvalidOptionError naming the known ones if there is none.
 */
export function getCallForm(name: string): CallForm {
  const form = callForms.get(name);
  if (form === undefined) {
    throw new InvalidOptionError("form", `There is no form "${name}". Known: ${[...callForms.keys()].join(", ")}.`);
  }
  return form;
}
