import type { NamedFault, Wire } from "@millrace/testkit";
import { expectationOf } from "../expectation.js";
import { goodAnswer } from "./answer.js";

/** What a client of the bridge is to see when a fault strikes its upstream. */
export interface Outcome {
  /**
   * `whole`: the right answer · `cut`: what had come, and that it was cut · `empty`: an answer that says nothing ·
   * `error`: what had come, then an error.
   */
  ends: "whole" | "cut" | "empty" | "error";
  /** The kinds of the tries that were given up. */
  retries: readonly string[];
  /** A try on a connection that was kept may be made again at once, untold, once for each. */
  mayBeStale: boolean;
}

/** Tries behind the first one. Source: DESIGN 5; for an answer that says nothing as in the loop. */
const RETRIES = 3;
const EMPTY_RETRIES = 2;

/**
 * The rules: before content a failure is tried again where that may help, and the client does not notice. Behind it nothing
 * is sent again: what came stands, and an error follows. Source: issue 5, "Resilience", and DESIGN 5.
 */
export function outcomeOf(fault: NamedFault, wire: Wire, lasts: "once" | "always"): Outcome {
  const { kind, again, cut, looksStale } = expectationOf(fault, wire, 1);
  const mayBeStale = looksStale === true;
  const ends = (how: Outcome["ends"], retries: readonly string[] = []): Outcome => ({ ends: how, retries, mayBeStale });
  // Why the model was stopped is the client's to know, in its own words.
  if (cut || kind === "content_filter") return ends("cut");
  if (kind === undefined) return ends("whole");
  if (!again || !isBeforeContent(fault)) return ends("error");
  if (lasts === "once") return ends("whole", Array(fault.apply(goodAnswer("text")).length).fill(kind));
  if (kind === "empty") return ends("empty", Array(EMPTY_RETRIES).fill(kind));
  return ends("error", Array(RETRIES).fill(kind));
}

/** A frame that cannot be read ends the answer, whatever would have followed. */
function isBeforeContent({ name, delivers }: NamedFault): boolean {
  return delivers === "nothing" || name === "malformed-first";
}
