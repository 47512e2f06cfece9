import {
  type Message,
  type ModelProfile,
  type ModelRequest,
  type PreparedRequest,
  shapeRequest,
} from "@millrace/agent";
import { renderTools, type Tier, type ToolDefinition } from "@millrace/protocol";
import { PassAnswer } from "../answer/pass-answer.js";
import { ReadAnswer, type ReadAnswerOptions } from "../answer/read-answer.js";
import type { ClientRequest } from "../client-request.js";
import type { CallGrammars } from "./call-grammars.js";
import type { BridgeMode } from "./mode.js";
import type { Plan } from "./plan.js";
import { toolChoiceNote } from "./tool-choice-note.js";

/** What is known besides the request. */
export interface PlanContext {
  mode: BridgeMode;
  dialect: string;
  tier: Tier;
  profile: ModelProfile;
  /** The client's other fields, as the upstream names them. */
  extra: Readonly<Record<string, unknown>>;
  /** The client's headers that go on to the upstream. Default: none. */
  headers?: Readonly<Record<string, string>>;
  /** Whose ids calls have that are passed on. Default: ours. */
  callIds?: "ours" | "upstream";
  /** Of calls in the dialect, for an upstream that takes them. Default: the answer is held to nothing. */
  grammars?: CallGrammars | undefined;
}

/**
 * Makes the upstream's request of a client's. The same request and context give the same bytes, and a history that grew
 * gives a request that begins with the one before: a prefix cache holds. O(request).
 */
export function planRequest(request: ClientRequest, context: PlanContext): Plan {
  return context.mode === "text" ? planText(request, context) : planNative(request, context, context.mode);
}

function planText(request: ClientRequest, context: PlanContext): Plan {
  const { tools, textTools } = request;
  const calls = callsWanted(request);
  const { dialect, tier, profile } = context;
  const system = [request.system, renderTools(tools, dialect, tier)]
    .map((text) => text.trim())
    .filter((text) => text !== "");
  const note = toolChoiceNote(request);
  const history: readonly Message[] = note ? [...request.messages, note] : request.messages;
  const shape = { protocol: "text", dialect, tools, profile, parallelToolCalls: true } as const;
  const prepared = shapeRequest(shape, history, { system: system.join("\n\n"), tools: [] });
  const grammar = context.grammars?.for(request, profile, context.extra);
  return {
    mode: "text",
    dialect,
    ...(grammar && { constrained: true as const }),
    prepared: withFields(prepared, request, context, grammar ? { grammar } : {}),
    reader: (id) => new ReadAnswer({ id, tools, textTools, dialect, nativeOffered: false, calls, ...opens(profile) }),
  };
}

function planNative(request: ClientRequest, context: PlanContext, mode: "salvage" | "native"): Plan {
  const { textTools, toolChoice, parallelToolCalls } = request;
  const tools = request.tools.map(described);
  const { dialect, profile } = context;
  const shape = { protocol: "native", dialect, tools, profile, parallelToolCalls: parallelToolCalls ?? true } as const;
  const prepared = shapeRequest(shape, request.messages, { system: request.system, tools });
  const chosen = withFields(prepared, request, context, {
    ...(toolChoice !== undefined && { toolChoice }),
    ...(parallelToolCalls !== undefined && { parallelToolCalls }),
  });
  const nativeOffered = tools.length > 0;
  const calls = callsWanted(request);
  return {
    mode,
    dialect,
    prepared: chosen,
    reader: (id) =>
      mode === "native" && textTools.size === 0
        ? new PassAnswer(id, context.callIds)
        : new ReadAnswer({ id, tools, textTools, dialect, nativeOffered, calls, ...opens(profile) }),
  };
}

function callsWanted({ toolChoice, parallelToolCalls }: ClientRequest): ReadAnswerOptions["calls"] {
  if (toolChoice === "none") return "none";
  return parallelToolCalls === false ? "one" : "several";
}

/** Servers take a tool without a description, and then the chat template breaks on it. */
function described(tool: ToolDefinition): ToolDefinition {
  return tool.description === "" ? { ...tool, description: tool.name } : tool;
}

function opens({ reasoning }: ModelProfile): { opensInReasoning?: true } {
  return reasoning.opensInPrompt === true ? { opensInReasoning: true } : {};
}

function withFields(
  prepared: PreparedRequest,
  { maxOutputTokens, stop }: ClientRequest,
  { extra, headers }: PlanContext,
  more: Partial<ModelRequest> = {},
): PreparedRequest {
  const { request } = prepared;
  const most = [maxOutputTokens, request.maxOutputTokens].filter((tokens) => tokens !== undefined);
  return {
    ...prepared,
    request: {
      ...request,
      ...more,
      ...(most.length > 0 && { maxOutputTokens: Math.min(...most) }),
      ...(stop !== undefined && { stop }),
      ...(Object.keys(extra).length > 0 && { extra }),
      ...(headers !== undefined && { headers }),
    },
  };
}
