import type { Upstream } from "@millrace/models";
import type { BridgeMode } from "./mode.js";
import type { UpstreamModel } from "./upstream-model.js";
import type { UpstreamModels } from "./upstream-models.js";

/** What is known of a bridge's upstream, for people. */
export interface UpstreamState {
  /** Name of the provider table. */
  provider: string;
  address: string;
  /** The models it lists. Absent: it does not answer, or lists none. */
  models?: readonly string[];
  /** Nobody can ask it for a list. */
  unlisted?: true;
  /** How the one model of the upstream is asked. Absent: clients name it. */
  model?: ModelState;
}

/** How a model is asked. */
export interface ModelState {
  name: string;
  mode: BridgeMode;
  /** Why in this mode: a sentence without its full stop. */
  why: string;
  /** What is taught where calls are taught; `auto`: cline is, and all are read. */
  dialect: string;
  /** What answers are held to, where that was asked for: a sentence without its full stop. */
  constrained?: string;
}

/** Asks the upstream what there is. Takes 4 s at most; never rejects for what the upstream does. */
export async function upstreamState(
  upstream: Upstream,
  known: UpstreamModels,
  model: string | undefined,
): Promise<UpstreamState> {
  const { provider, address } = upstream;
  const [models, one] = await Promise.all([upstream.models?.(), model === undefined ? undefined : known.get(model)]);
  // A server that is only starting says more of its model later.
  if (models === undefined && model !== undefined) known.forget(model);
  return {
    provider,
    address,
    ...(models && { models }),
    ...(upstream.models === undefined && { unlisted: true as const }),
    ...(model !== undefined && one && { model: stateOf(model, one) }),
  };
}

function stateOf(name: string, { mode, why, dialect, constraint }: UpstreamModel): ModelState {
  return { name, mode, why, dialect, ...(constraint && { constrained: constraint.why }) };
}
