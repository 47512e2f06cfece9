import type { AgentOptions } from "../../src/agent-options.js";
import { createAgent } from "../../src/create-agent.js";
import type { EventOf, SessionEvent, SessionEventType } from "../../src/events/session-event.js";
import type { Task } from "../../src/task-contract.js";

/** A task and all its events, for looking at. */
export interface Watched {
  task: Task;
  events: SessionEvent[];
  /** The events of one kind, in order. */
  of<Type extends SessionEventType>(type: Type): EventOf<Type>[];
  /** Status of each finished call, by the path it was called with or its name. */
  statuses(): string[];
}

export function startTask(options: AgentOptions): Watched {
  const task = createAgent({ protocol: "text", ...options }).startTask({ id: "t" });
  const events: SessionEvent[] = [];
  task.subscribe((event) => events.push(event));
  const of = <Type extends SessionEventType>(type: Type) =>
    events.filter((event): event is EventOf<Type> => event.type === type);
  return { task, events, of, statuses: () => of("call-finished").map(({ result }) => result.status) };
}
