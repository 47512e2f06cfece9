import type { AgentOptions } from "./agent-options.js";
import { ToolRegistry } from "./tool-registry.js";

/** The tools of an agent in each protocol. Throws InvalidOptionError as {@link ToolRegistry} does. */
export type ToolsByProtocol = (protocol: "native" | "text") => ToolRegistry;

/** Made when first asked for, once for each protocol, or once for both where they have the same. */
export function toolsByProtocol(tools: AgentOptions["tools"] = []): ToolsByProtocol {
  if (typeof tools !== "function") {
    const all = new ToolRegistry(tools);
    return () => all;
  }
  const made = new Map<"native" | "text", ToolRegistry>();
  return (protocol) => {
    const known = made.get(protocol);
    if (known !== undefined) return known;
    const registry = new ToolRegistry(tools(protocol));
    made.set(protocol, registry);
    return registry;
  };
}
