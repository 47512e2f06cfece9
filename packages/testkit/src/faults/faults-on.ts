import type { Wire } from "../model-request.js";
import { BAD_ENDS } from "./bad-ends.js";
import type { NamedFault } from "./named-fault.js";
import { oddAnswersOn } from "./odd-answers.js";
import { refusalsOn } from "./refusals.js";

export type { FaultPhase, NamedFault } from "./named-fault.js";

/**
 * Every fault there is on a wire, once, for a test that runs over all of them. The README has the table.
 *
 * @example
 * for (const fault of faultsOn("anthropic")) {
 *   const server = await startModelServer({ scenario: { answers: [...fault.apply(good), good] } });
 *   …
 * }
 */
export function faultsOn(wire: Wire): readonly NamedFault[] {
  return [...refusalsOn(wire), ...BAD_ENDS, ...oddAnswersOn(wire)];
}
