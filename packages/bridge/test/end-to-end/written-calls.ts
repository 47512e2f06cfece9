/** A call of a tool whose parameters are texts. */
export interface WrittenCall {
  name: string;
  input: Readonly<Record<string, string>>;
}

/**
 * How a model of each family writes a call, by its dialect: after the chat templates of the families, and not made by what
 * the bridge reads with.
 */
export const WRITTEN_CALLS: Readonly<Record<string, (call: WrittenCall) => string>> = {
  // Cline's system prompt: tags of tools and of their parameters.
  cline: ({ name, input }) =>
    [`<${name}>`, ...fields(input, (field, text) => `<${field}>\n${text}</${field}>`), `</${name}>`].join("\n"),
  // Hermes 2 Pro, Qwen 2.5 and 3.
  hermes: ({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`,
  "qwen3-coder": ({ name, input }) =>
    [
      `<tool_call>\n<function=${name}>`,
      ...fields(input, (field, text) => `<parameter=${field}>\n${text}\n</parameter>`),
      "</function>\n</tool_call>",
    ].join("\n"),
  // From Mistral Small 3.2 on.
  mistral: ({ name, input }) => `[TOOL_CALLS]${name}[ARGS]${JSON.stringify(input)}`,
  // GLM 4.5 and 4.6.
  glm: ({ name, input }) =>
    [
      `<tool_call>${name}`,
      ...fields(input, (field, text) => `<arg_key>${field}</arg_key>\n<arg_value>${text}</arg_value>`),
      "</tool_call>",
    ].join("\n"),
  "deepseek-v31": ({ name, input }) =>
    `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>${name}<｜tool▁sep｜>${JSON.stringify(input)}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  // Llama 3.1 to 3.3, as its prompt asks for.
  "llama3-json": ({ name, input }) => JSON.stringify({ name, parameters: input }),
  // Gemma 3, after Google's guide to function calling.
  "tool-code": ({ name, input }) => {
    const values = fields(input, (field, text) => `${field}=${JSON.stringify(text)}`);
    return `\`\`\`tool_code\n${name}(${values.join(", ")})\n\`\`\``;
  },
  // gpt-oss, where the server does not read its channels.
  harmony: ({ name, input }) =>
    `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(input)}<|call|>`,
};

function fields(input: WrittenCall["input"], write: (field: string, text: string) => string): string[] {
  return Object.entries(input).map(([field, text]) => write(field, text));
}
