import type { Tier } from "@millrace/protocol";
import type { AskUser } from "./approvals/ask.js";
import type { Mode } from "./approvals/modes.js";
import type { Rule } from "./approvals/rules.js";
import type { Checkpointer } from "./checkpointer.js";
import type { Clock } from "./clock.js";
import type { Journal } from "./journal.js";
import type { Limits, Timers } from "./limits.js";
import type { ModelClient } from "./model-client.js";
import type { ModelProfile } from "./model-profile.js";
import type { ContextSource } from "./prompt/context-source.js";
import type { Tool } from "./tool.js";
import type { Workspace } from "./workspace.js";

/** What an agent is made of. Only `model` is needed; everything else has an in-memory or no-op default. */
export interface AgentOptions {
  model: ModelClient;
  /**
   * The tools, or a function that gives those for a protocol, where a model that writes its calls as text is taught
   * others. It is called at most once for each protocol, and those that may be used are judged when the agent is made.
   */
  tools?: readonly Tool[] | ((protocol: "native" | "text") => readonly Tool[]);
  /** Default: a workspace without a disk, in which every relative path lies inside. */
  workspace?: Workspace;
  /**
   * `native`: tools go in the request. `text`: the prompt teaches them and calls are read from text. Default `auto`:
   * native, with text read for leaked calls; steps down to text when an error names tools or two calls came out wrong.
   */
  protocol?: "auto" | "native" | "text";
  /** Default `"auto"`: cline is taught, all dialects are read. */
  dialect?: string;
  /** Default: by the window of the model; a smaller one where the prompt would not fit otherwise. */
  tier?: Tier;
  /**
   * What becomes of the oldest steps of a conversation that does not fit the window any more. `summary`: the model sums
   * them up, which costs a request; where that fails, and with the default `drop`, they are left out.
   */
  compact?: "drop" | "summary";
  /** Default `"ask"`. */
  mode?: Mode;
  rules?: readonly Rule[];
  /** Absent: nobody is there. What would be asked is then denied, and said. */
  askUser?: AskUser;
  limits?: Partial<Limits>;
  timers?: Partial<Timers>;
  profile?: Partial<ModelProfile>;
  /** False: after the first call of a message the stream is closed. Default true. */
  parallelToolCalls?: boolean;
  checkpointer?: Checkpointer;
  journal?: Journal;
  contextSources?: readonly ContextSource[];
  clock?: Clock;
  /**
   * Values that neither the model nor the events may see, e.g. from `secretsAmong(process.env)`: taken out of what tools give
   * back. Default: none.
   */
  secrets?: readonly string[];
  /** Replaces the built-in role in the prompt. */
  role?: string;
  /** Name and version of the embedding program, for the records. */
  program?: string;
}
