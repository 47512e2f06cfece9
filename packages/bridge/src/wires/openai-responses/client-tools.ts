import type { JsonSchema } from "@millrace/protocol";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";

/**
 * A tool of the wire's own that the client runs: it has no name and no schema in a request, its calls are items of a type
 * of their own. A model is taught it as any other.
 */
export interface ClientTool {
  /** `type` of the tool in a request. */
  type: string;
  /** As the model knows it. */
  name: string;
  description: string;
  parameters: JsonSchema;
  /** `type` of the item that is a call of it, and what its ids begin with. */
  callType: string;
  idPrefix: string;
  /** `type` of the item that answers a call. */
  outputType: string;
  /** Whether the client runs this one; some may run on the server. */
  isClients(tool: JsonRecord): boolean;
  /** The item's fields that hold the arguments, made of what the model wrote. */
  fieldsOf(input: JsonRecord): JsonRecord;
  /** The arguments, as the model wrote them, of an item of the history. */
  inputOf(item: JsonRecord): JsonRecord;
}

const TEXTS: JsonSchema = { type: "array", items: { type: "string" } };

/** Source: the types of openai 6.49 (`Tool`, `ResponseInputItem`). One sample a row, of the item that is a call. */
export const CLIENT_TOOLS: readonly ClientTool[] = [
  {
    // {"type":"tool_search_call","id":"tsc_1","call_id":"call_1","execution":"client","status":"completed","arguments":{"query":"agents"}}
    type: "tool_search",
    name: "tool_search",
    description: "Searches for more tools. Those that it finds can be called from then on.",
    parameters: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
    callType: "tool_search_call",
    idPrefix: "tsc",
    outputType: "tool_search_output",
    isClients: ({ execution }) => execution === "client",
    fieldsOf: (input) => ({ execution: "client", arguments: input }),
    inputOf: ({ arguments: input }) => (isRecord(input) ? input : { query: input }),
  },
  {
    // {"type":"local_shell_call","id":"lsh_1","call_id":"call_1","status":"completed","action":{"type":"exec","command":["ls","-l"],"env":{}}}
    type: "local_shell",
    name: "local_shell",
    description: "Runs a command on the user's machine: a program and its arguments, without a shell.",
    parameters: {
      type: "object",
      properties: {
        command: TEXTS,
        working_directory: { type: "string" },
        timeout_ms: { type: "integer" },
      },
      required: ["command"],
    },
    callType: "local_shell_call",
    idPrefix: "lsh",
    outputType: "local_shell_call_output",
    isClients: () => true,
    fieldsOf: ({ command, ...others }) => ({ action: { env: {}, ...others, type: "exec", command: textsIn(command) } }),
    inputOf: ({ action }) => {
      const { type: _type, env, ...input } = given(action);
      return isRecord(env) && Object.keys(env).length > 0 ? { ...input, env } : input;
    },
  },
  {
    // {"type":"shell_call","id":"sh_1","call_id":"call_1","status":"completed","action":{"commands":["ls -l"],"timeout_ms":null,"max_output_length":null}}
    type: "shell",
    name: "shell",
    description: "Runs commands in a shell on the user's machine, each as one line.",
    parameters: {
      type: "object",
      properties: { commands: TEXTS, timeout_ms: { type: "integer" }, max_output_length: { type: "integer" } },
      required: ["commands"],
    },
    callType: "shell_call",
    idPrefix: "sh",
    outputType: "shell_call_output",
    isClients: ({ environment }) => !isRecord(environment) || environment.type === "local",
    fieldsOf: ({ commands, ...others }) => ({
      action: { timeout_ms: null, max_output_length: null, ...others, commands: textsIn(commands) },
    }),
    inputOf: ({ action }) => given(action),
  },
  {
    // {"type":"apply_patch_call","id":"apc_1","call_id":"call_1","status":"completed","operation":{"type":"create_file","path":"a.md","diff":"+Hello\n"}}
    type: "apply_patch",
    name: "apply_patch",
    description:
      "Creates, changes or deletes one file. `diff` has the lines of the change, each behind `+`, `-` or a blank, with `@@` lines between places; a new file's lines all begin with `+`. To delete a file needs none.",
    parameters: {
      type: "object",
      properties: {
        type: { type: "string", enum: ["create_file", "update_file", "delete_file"] },
        path: { type: "string" },
        diff: { type: "string", "x-body": true },
      },
      required: ["type", "path"],
    },
    callType: "apply_patch_call",
    idPrefix: "apc",
    outputType: "apply_patch_call_output",
    isClients: () => true,
    fieldsOf: (input) => ({ operation: input }),
    inputOf: ({ operation }) => given(operation),
  },
];

/** The fields that say something. */
function given(fields: unknown): JsonRecord {
  return Object.fromEntries(Object.entries(isRecord(fields) ? fields : {}).filter(([, value]) => value !== null));
}

function textsIn(value: unknown): readonly unknown[] {
  const text = textIn(value);
  return text === undefined ? listIn(value) : [text];
}
