import type { Part } from "../scenario.js";
import type { Asides, Frame } from "./frame.js";

/** What a part says besides the content of an answer. */
type Aside = Exclude<Part, { text: unknown } | { reasoning: unknown } | { call: unknown }>;

/** The frames of a part that is no content, on a wire that writes an event and a sign of life in its own way. */
export function* asideFrames(part: Aside, wire: Asides): Generator<Frame> {
  // What another wire has a place for.
  if ("redacted" in part || "reasoningDetails" in part) return;
  if ("waitMs" in part) yield part;
  else if ("event" in part) yield { data: wire.event(part.event), piece: true };
  else if ("raw" in part) yield { data: part.raw, piece: true };
  else {
    for (let i = 0; i < (part.keepAlive.count ?? 1); i++) {
      if (part.keepAlive.everyMs !== undefined) yield { waitMs: part.keepAlive.everyMs };
      yield { data: wire.keepAlive, piece: true };
    }
  }
}
