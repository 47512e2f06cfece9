import type { ContextSource } from "@millrace/agent";

/**
 * A source whose facts of the moment are gathered from now on, while other things are waited for, and not only when the
 * run asks for them. For one run: it gives the same facts each time.
 */
export function gatherEarly(source: ContextSource, signal: AbortSignal): ContextSource {
  const facts = source.environment?.(signal);
  // Whoever asks for them gets the failure.
  facts?.catch(() => {});
  return { ...source, ...(facts && { environment: () => facts }) };
}
