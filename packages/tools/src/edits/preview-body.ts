import type { Preview } from "@millrace/agent";
import type { BlockEvent } from "@millrace/protocol";

/**
 * Folds an event of a call that is still being written into its preview: the path goes into the title, the body is what is shown. Each event costs its own
 * length, never the body's.
 *
 * @param body Name of the parameter that is shown.
 * @param verb What the call will do to the path, e.g. `Write`.
 */
export function previewBody(
  event: BlockEvent,
  soFar: Preview | undefined,
  body: string,
  verb: string,
): Preview | undefined {
  if (event.type !== "param-delta") return soFar && { ...soFar, delta: "" };
  const path = typeof soFar?.state === "string" ? soFar.state : "";
  if (event.param === "path") return { title: `${verb} ${path}${event.text}`, delta: "", state: path + event.text };
  return { title: soFar?.title ?? verb, delta: event.param === body ? event.text : "", state: path };
}
