import { untilAborted } from "./abortable.js";
import type { EventStream } from "./event-stream.js";
import { messageOf } from "./message-of.js";
import type { ContextSource, EnvironmentFacts } from "./prompt/context-source.js";
import type { PromptSection } from "./prompt/prompt-context.js";

/** What the sources had to say when a run began. */
export interface GatheredContext {
  sections: readonly PromptSection[];
  facts: Partial<EnvironmentFacts>;
}

/**
 * Asks every source, side by side; sections keep the order of the sources. A source that throws is left out and named in
 * a `notice`. Rejects only with the signal's reason.
 */
export async function gatherContext(
  sources: readonly ContextSource[],
  events: EventStream,
  signal: AbortSignal,
): Promise<GatheredContext> {
  const gathered = await Promise.all(sources.map((source) => gatherFrom(source, events, signal)));
  return {
    sections: gathered.flatMap(({ sections }) => sections),
    facts: Object.assign({}, ...gathered.map(({ facts }) => facts)),
  };
}

async function gatherFrom(source: ContextSource, events: EventStream, signal: AbortSignal): Promise<GatheredContext> {
  const warn = (message: string) => events.emit({ type: "notice", level: "warning", message });
  try {
    const [sections = [], facts = {}] = await untilAborted(
      Promise.all([source.sections?.(signal, warn), source.environment?.(signal)]),
      signal,
    );
    return { sections, facts };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    warn(`${source.name} was left out of the prompt: ${messageOf(error)}`);
    return { sections: [], facts: {} };
  }
}
