import { createParser } from "@millrace/protocol";
import type { AgentOptions } from "./agent-options.js";
import { ProtocolChoice } from "./choose-protocol.js";
import { completeProfile } from "./freeze-config.js";
import { AgentTask } from "./task.js";
import type { Task, TaskOptions } from "./task-contract.js";
import { ToolRegistry } from "./tool-registry.js";

/** A model, its tools and what they may do: tasks are started from it. */
export interface Agent {
  /** A new conversation. Several may run side by side; what is asked is asked by each on its own. */
  startTask(options?: TaskOptions): Task;
}

/**
 * Makes an agent. Only `model` is needed. Nothing is read, sent or started before a task runs.
 *
 * @throws InvalidOptionError naming the option: a tool without a name or with one that is taken, an unknown dialect.
 * @example
 * const agent = createAgent({ model, tools: [clock], askUser: async () => ({ answer: "yes" }) });
 * const { text } = await agent.startTask().run("What time is it in Oslo?");
 */
export function createAgent(options: AgentOptions): Agent {
  const tools = new ToolRegistry(options.tools ?? []);
  const { dialect } = new ProtocolChoice(options, completeProfile(options.model.id, options.profile));
  // A reader that is never used: it judges tools and dialect now, not in the middle of a task.
  createParser({ tools: tools.definitions, dialect });
  const startTask = ({ id = crypto.randomUUID().slice(0, 8) }: TaskOptions = {}): Task =>
    new AgentTask({ id, options, tools, startTask });
  return { startTask };
}
