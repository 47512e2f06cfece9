import type { ClientRequest } from "../../client-request.js";
import { type JsonRecord, listIn, textIn } from "../../json.js";
import { RequestFault } from "../../request-fault.js";
import { leftOutTools, offeredTools } from "./offered-tools.js";
import { readInput, SEND_IT_ALL } from "./read-input.js";
import { readToolChoice } from "./tool-choice.js";

/** Fields that say where a server keeps what came before. */
const KEPT_ELSEWHERE = ["previous_response_id", "conversation"] as const;

/** What is read here; all else is `extra`. */
const READ = new Set<string>([
  ...KEPT_ELSEWHERE,
  "model",
  "stream",
  "instructions",
  "input",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_output_tokens",
  "stop",
]);

/** What the writer needs again. */
const ECHOED = ["instructions", "tools", "tool_choice"] as const;

/**
 * The body of a `POST /v1/responses` in terms of the bridge. A tool that came in the course of the history, as what a
 * search found, is offered from then on.
 *
 * @throws RequestFault without input, for an item that is no object, and for a history that is kept on a server
 */
export function readRequest(body: JsonRecord): ClientRequest {
  for (const field of KEPT_ELSEWHERE) {
    if ((body[field] ?? "") !== "") {
      throw new RequestFault(
        field,
        `\`${field}\` names what a server would have kept, but this bridge keeps nothing. ${SEND_IT_ALL}`,
      );
    }
  }
  const { system, messages, found } = readInput(body.input);
  const offered = [...offeredTools(body.tools, found).values()];
  const { choice, allowed } = readToolChoice(body.tool_choice);
  const callable = allowed === undefined ? offered : offered.filter(({ definition }) => allowed.has(definition.name));
  const stop = readStop(body.stop);
  const leftOut = leftOutTools(body.tools);
  const { max_output_tokens: most } = body;
  const texts = [textIn(body.instructions), ...system].filter((text) => text !== undefined && text !== "");
  return {
    model: textIn(body.model) ?? "",
    stream: body.stream === true,
    system: texts.join("\n\n"),
    messages,
    tools: callable.map(({ definition }) => definition),
    textTools: new Set(callable.flatMap(({ definition, call }) => (call.kind === "text" ? [definition.name] : []))),
    ...(choice !== undefined && { toolChoice: choice }),
    ...(typeof body.parallel_tool_calls === "boolean" && { parallelToolCalls: body.parallel_tool_calls }),
    ...(typeof most === "number" && most >= 1 && { maxOutputTokens: Math.floor(most) }),
    ...(stop.length > 0 && { stop }),
    ...(leftOut.length > 0 && { leftOut }),
    extra: Object.fromEntries(Object.entries(body).filter(([field, value]) => !READ.has(field) && value !== null)),
    echo: {
      ...Object.fromEntries(ECHOED.map((field) => [field, body[field] ?? null])),
      found,
    },
  };
}

/** Not a field of this wire, but of servers that speak it. */
function readStop(stop: unknown): string[] {
  return (typeof stop === "string" ? [stop] : listIn(stop)).flatMap((text) => textIn(text) ?? []);
}
