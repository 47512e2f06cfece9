import { faultsOn, type Wire } from "@millrace/testkit";
import { CLIENT_LIBRARIES } from "../../conformance/bridge/client-libraries.js";
import { expectationOf } from "../expectation.js";
import { inParallel } from "../in-parallel.js";
import { WIRES } from "../run-story.js";
import { type Asked, type Asking, askThroughBridge } from "./ask-through-bridge.js";
import { violationsOf } from "./check-seen.js";
import { outcomeOf } from "./outcome.js";

/** A question, and what came of it. */
export interface AskedAndChecked extends Asking {
  asked: Asked;
  /** What should not be, a sentence each. */
  violations: readonly string[];
}

/** Questions at once. They wait most of the time. */
const AT_ONCE = 120;

/** Every fault on each wire of an upstream, on each wire of a client, streamed and not, with calls native and as text, once and for ever. */
export function allAskings({ faults }: { faults?: readonly string[] }): readonly Asking[] {
  return (Object.keys(WIRES) as Wire[]).flatMap((wire) =>
    faultsOn(wire)
      .filter(({ name }) => faults?.includes(name) ?? true)
      .flatMap((fault) =>
        (["native", "text"] as const).flatMap((mode) =>
          CLIENT_LIBRARIES.flatMap((client) =>
            (["stream", "whole"] as const).flatMap((way) =>
              (["once", "always"] as const).map((lasts) => {
                const isSilent = expectationOf(fault, wire, 1).kind === "timeout";
                return { wire, mode, client, way, fault, lasts, isSilent };
              }),
            ),
          ),
        ),
      ),
  );
}

/** Asks in each of these ways, several at once. What nobody catches is a violation, too. O(askings). */
export async function tryBridgeFaults(askings: readonly Asking[]): Promise<readonly AskedAndChecked[]> {
  return inParallel(askings, AT_ONCE, async (asking) => {
    const asked = await askThroughBridge(asking);
    const { fault, wire, lasts, client } = asking;
    return { ...asking, asked, violations: violationsOf(asked, client, outcomeOf(fault, wire, lasts)) };
  });
}
