import type { Clock, ModelProfile, Timers } from "@millrace/agent";
import type { UpstreamChoice } from "@millrace/models";
import type { RequestSummary } from "./server/request-summary.js";
import type { ModeChoice } from "./upstream/upstream-model.js";

/** What a bridge is made of. */
export interface BridgeOptions extends UpstreamChoice, Partial<ModeChoice> {
  /** The one model of the upstream that answers, whatever clients call it. Default: the one that a client names. */
  model?: string;
  /** What the user knows of the model: it goes before all that is found out. */
  profile?: Partial<ModelProfile>;
  /** In place of those that suit the model, milliseconds. */
  timers?: Partial<Timers>;
  /** Default: the system's. */
  clock?: Clock;
  /** Called once for each request, when it is over. Must not throw. */
  onRequest?: (summary: RequestSummary) => void;
}

/** And where it listens. */
export interface ListenOptions {
  /** Default `127.0.0.1`: only this machine. */
  host?: string;
  /** Default 0: any free one. */
  port?: number;
}
