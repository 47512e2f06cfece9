import { inlineReferences } from "@millrace/protocol";
import type { ClientRequest } from "../client-request.js";
import type { ClientWire } from "../client-wire.js";
import type { JsonRecord } from "../json.js";

/**
 * A client's request, with what no wire's reader sees to: schemas without references, which nothing knows that reads,
 * teaches or sends one (those of MCP servers are full of them), and no tool choice that nothing on offer could meet.
 *
 * @throws RequestFault as the wire's reader does
 */
export function understandRequest(wire: ClientWire, body: JsonRecord): ClientRequest {
  const { toolChoice, ...request } = wire.read(body);
  const tools = request.tools.map((tool) => ({ ...tool, parameters: inlineReferences(tool.parameters) }));
  const canBeMet =
    typeof toolChoice === "object" ? tools.some(({ name }) => name === toolChoice.name) : tools.length > 0;
  return { ...request, tools, ...(toolChoice !== undefined && canBeMet && { toolChoice }) };
}
