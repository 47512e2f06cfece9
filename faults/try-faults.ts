import { faultsOn } from "@millrace/testkit";
import { violationsOf } from "./check-told.js";
import { expectationOf } from "./expectation.js";
import { inParallel } from "./in-parallel.js";
import { runStory, type Telling, type Told, WIRES } from "./run-story.js";
import { LAST_WORDS, MESSAGES } from "./story.js";

/** A telling of the story, and what came of it. */
export interface Tried extends Telling {
  told: Told;
  /** What should not be, a sentence each. */
  violations: readonly string[];
}

/** Which of all tellings are tried; absent: all. */
export interface Choice {
  faults?: readonly string[];
  wires?: readonly (keyof typeof WIRES)[];
}

/** Tellings at once. They wait most of the time, but a machine that is too busy makes servers look slow. */
const AT_ONCE = 60;

/** Every fault on each wire, with calls in text and native, at every message of the story, once and for ever. */
export function allTellings({
  faults,
  wires = Object.keys(WIRES) as (keyof typeof WIRES)[],
}: Choice): readonly Telling[] {
  const messages = [...MESSAGES.keys(), MESSAGES.length].map((index) => index + 1);
  return wires.flatMap((wire) =>
    faultsOn(wire)
      .filter(({ name }) => faults?.includes(name) ?? true)
      .flatMap((fault) =>
        (["native", "text"] as const).flatMap((protocol) =>
          messages.flatMap((message) =>
            (["once", "always"] as const).map((lasts) => ({
              wire,
              protocol,
              strike: { message, fault, lasts },
              isSilent: expectationOf(fault, wire, message).kind === "timeout",
            })),
          ),
        ),
      ),
  );
}

/** Tells the story in each of these ways, several at once. O(tellings). */
export function tryFaults(tellings: readonly Telling[]): Promise<readonly Tried[]> {
  return inParallel(tellings, AT_ONCE, async (telling) => {
    const told = await runStory(telling);
    const { wire, strike } = telling;
    const { fault, message, lasts } = strike;
    const struck = fault.apply({ text: LAST_WORDS });
    const isOutage = struck[0]?.fault?.end === "refuse";
    const violations = violationsOf(told, {
      expected: expectationOf(fault, wire, message),
      message,
      struck: lasts === "always" || isOutage ? "all" : struck.length,
      nothingCame: fault.delivers === "nothing",
      unseen: isOutage,
    });
    return { ...telling, told, violations };
  });
}
