import type { Clock, ModelProfile, Timers } from "@millrace/agent";
import type { ConnectedModel, UpstreamChoice } from "@millrace/models";
import type { JsonRecord } from "./json.js";
import type { RequestSummary } from "./server/request-summary.js";
import type { ModeChoice } from "./upstream/upstream-model.js";

/** What a bridge is made of. */
export interface BridgeOptions extends UpstreamChoice, Partial<ModeChoice>, Partial<AccessRules> {
  /** The one model of the upstream that answers, whatever clients call it. Default: the one that a client names. */
  model?: string;
  /** What the user knows of the model: it goes before all that is found out. */
  profile?: Partial<ModelProfile>;
  /**
   * Gathers all that is known of a model, in place of `profile` and of what its server says: asked once for each model, before
   * its first request, and again when its server was gone. It must not reject.
   */
  profileOf?: (model: ConnectedModel) => Promise<Partial<ModelProfile>>;
  /** In place of those that suit the model, milliseconds. */
  timers?: Partial<Timers>;
  /** Default: the system's. */
  clock?: Clock;
  /** What it says it is, at `/healthz` and in the metrics. */
  version?: string;
  /**
   * Called once for each request, when it is over, or was turned down. What it throws becomes a warning of the process and
   * harms no request.
   */
  onRequest?: (summary: RequestSummary) => void;
  /** Called once for each request that was answered, with what was said. Default: nothing of that is kept. Throws as above. */
  onContents?: (contents: RequestContents) => void;
}

/** Who may ask, and for how much. */
export interface AccessRules {
  /** Whoever asks must have it, as its API key. Default: nobody needs one. */
  token: string;
  /**
   * By which names the bridge may be asked where no token is needed. `loopback`: as localhost or 127.0.0.1 only, so that no
   * web page reaches it by a name of its own (DNS rebinding). Default of `startBridge`; of `createBridgeApp` it is `any`,
   * since whoever serves the application knows its names.
   */
  names: "loopback" | "any";
  /** Origins of web pages that may ask, besides those of this machine; `*`: any. Default: none. */
  allowOrigins: readonly string[];
  /** The longest body of a request that is read, bytes, as it comes and decoded. Default 64 MiB. */
  maxBodyBytes: number;
}

/** A request, and what it was answered. */
export interface RequestContents {
  /** Of the answer, as in its summary. */
  id: string;
  request: JsonRecord;
  /** The body as the client got it: JSON, or the text of the events. What is longer than 4 Mi characters is cut. */
  answer: string;
}

/** And where it listens. */
export interface ListenOptions {
  /** Default `127.0.0.1`: only this machine. */
  host?: string;
  /** Default 0: any free one. */
  port?: number;
  /** Listens for other machines without a token: whoever reaches the port may use the upstream, and its key. */
  insecure?: true;
}
