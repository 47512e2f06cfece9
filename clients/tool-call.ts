/** A call of a tool, as a model means it. */
export interface ToolCall {
  name: string;
  arguments: Readonly<Record<string, unknown>>;
}
