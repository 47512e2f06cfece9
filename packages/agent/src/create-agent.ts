import { createParser } from "@millrace/protocol";
import type { AgentOptions } from "./agent-options.js";
import type { RunBudgets } from "./budgets.js";
import { checkLimits } from "./check-limits.js";
import { ProtocolChoice } from "./choose-protocol.js";
import { completeProfile } from "./freeze-config.js";
import { AgentTask } from "./task.js";
import type { Task, TaskOptions } from "./task-contract.js";
import { toolsByProtocol } from "./tools-by-protocol.js";

/** A model, its tools and what they may do: tasks are started from it. */
export interface Agent {
  /** A new conversation. Several may run side by side; what is asked is asked by each on its own. */
  startTask(options?: TaskOptions): Task;
}

/**
 * Makes an agent. Only `model` is needed. Nothing is read, sent or started before a task runs.
 *
 * @throws InvalidOptionError naming the option: a tool without a name or with one that is taken, an unknown dialect, a limit
 *   that cannot be (dollars need the profile's prices).
 * @example
 * const agent = createAgent({ model, tools: [clock], askUser: async () => ({ answer: "yes" }) });
 * const { text } = await agent.startTask().run("What time is it in Oslo?");
 */
export function createAgent(options: AgentOptions): Agent {
  checkLimits(options);
  const tools = toolsByProtocol(options.tools);
  const { possible } = new ProtocolChoice(options, completeProfile(options.model.id, options.profile));
  // Readers that are never used: they judge tools and dialects now, not in the middle of a task.
  for (const { protocol, dialect } of possible) createParser({ tools: tools(protocol).definitions, dialect });
  const startTask = ({ id = crypto.randomUUID().slice(0, 8), history = [] }: TaskOptions, budgets?: RunBudgets): Task =>
    new AgentTask({ id, history, options, tools, startTask, ...(budgets && { budgets }) });
  return { startTask: (taskOptions = {}) => startTask(taskOptions) };
}
