import type { JsonObject } from "../json.js";

/** The name that stands for `strftime_now` in compiled templates: the engine's own cannot be replaced, and reads the clock. */
export const STOPPED_CLOCK = "stopped_clock";

/** One model family's chat template, and what is known of it beforehand (README.md of the templates folder). */
export interface ChatTemplate {
  file: string;
  family: string;
  /** Does it show native calls and results at all? */
  native: boolean;
  /** How arguments go in: servers parse them first, except where the template wants the text. */
  argumentsAs: "object" | "text";
  /** What to pass as `tools` when the request has none. */
  withoutTools: "null" | "empty list" | "omit";
  /** Tokens and variables that a server would pass. */
  variables: JsonObject;
  /** What it asks of a client, in the words of behaviour.json. */
  needs: ReadonlySet<string>;
  /** Does it render the plainest conversation of this kind? Where not, no request can be right for it. */
  rendersText: boolean;
  rendersNative: boolean;
  /** Is a second call of a message shown? */
  showsParallelCalls: boolean;
  /**
   * The engine breaks on a list in a tool's parameters, although the template does not: Python's Jinja 3.1.6 renders it
   * (it passes a generator for a schema, or calls `.items()` on a schema with the key `items`). It is shown a text instead.
   */
  breaksOnLists: boolean;
  /** What it writes last, for the answer to go on from. It may differ from turn to turn, and then goes with it. */
  generationPrompt: string;
  /** The Jinja text, as it is published. */
  source: string;
  /** Compiled. Throws what the template raises. */
  template: { render(values: Record<string, unknown>): string };
}
