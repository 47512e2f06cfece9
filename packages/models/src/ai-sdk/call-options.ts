import type { ModelRequest, ToolChoice } from "@millrace/agent";
import type { ToolDefinition } from "@millrace/protocol";
import { wireSchema } from "../wires/wire-schema.js";
import {
  areProviderOptions,
  type CallOptions,
  type FunctionTool,
  type ProviderOptions,
  type Specification,
} from "./language-model.js";
import { promptOf } from "./prompt.js";
import { CACHE_MARK, providerFact } from "./provider-facts.js";

/** For whom a request is written. */
export interface CallReader {
  /** Of the model. */
  provider: string;
  specification: Specification;
  /** Whose signatures may go back, see `signatureOrigin`. */
  origin: string;
}

/**
 * A request as a model of the AI SDK takes it. What the specification has no word for (a grammar, the size of a context,
 * a body of another wire) is left out. `extra` are call options by the specification's names: `temperature`, `topP`, `providerOptions`.
 */
export function callOptions(request: ModelRequest, reader: CallReader): CallOptions {
  const { tools, toolChoice, parallelToolCalls, maxOutputTokens, stop, cacheMarks, extra, headers } = request;
  const { always, singleCall } = providerFact(reader.provider);
  const single = parallelToolCalls === false && tools.length > 0;
  const given = areProviderOptions(extra?.providerOptions) && extra.providerOptions;
  const providerOptions = joinedOptions(given, always, single && singleCall);
  const own: CallOptions = {
    prompt: promptOf({ ...request, ...reader }),
    ...(tools.length > 0 && {
      tools: functionTools(tools, cacheMarks !== undefined),
      ...(toolChoice !== undefined && { toolChoice: choiceOf(toolChoice) }),
    }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(stop && stop.length > 0 && { stopSequences: [...stop] }),
    ...(providerOptions && { providerOptions }),
    headers: { "user-agent": "millrace", ...headers },
  };
  return { ...extra, ...own };
}

/** By the providers' names, later options before earlier ones. */
function joinedOptions(...all: readonly (ProviderOptions | false | undefined)[]): ProviderOptions | undefined {
  const joined: ProviderOptions = {};
  for (const options of all) {
    for (const [name, values] of Object.entries(options || {})) joined[name] = { ...joined[name], ...values };
  }
  return Object.keys(joined).length > 0 ? joined : undefined;
}

function choiceOf(choice: ToolChoice): NonNullable<CallOptions["toolChoice"]> {
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.name };
}

const made = new WeakMap<readonly ToolDefinition[], FunctionTool[]>();

/** Made once for each list. */
function functionTools(tools: readonly ToolDefinition[], marked: boolean): FunctionTool[] {
  const known = made.get(tools) ?? tools.map(functionTool);
  made.set(tools, known);
  return marked ? known.map((tool, at) => (at === known.length - 1 ? { ...tool, ...CACHE_MARK } : tool)) : known;
}

function functionTool(tool: ToolDefinition): FunctionTool {
  return { type: "function", name: tool.name, description: tool.description, inputSchema: wireSchema(tool) };
}
