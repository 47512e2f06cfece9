import type { IRawProperty, Parameters } from "fast-check";
import { vi } from "vitest";

/**
 * Looks for faults: each property runs `MILLRACE_RUNS` times, whatever number it says itself, and for `MILLRACE_SECONDS` at the
 * most, if that is set.
 */
const seconds = process.env.MILLRACE_SECONDS;
const asked = {
  numRuns: Number(process.env.MILLRACE_RUNS),
  ...(seconds !== undefined && { interruptAfterTimeLimit: Number(seconds) * 1000 }),
};

vi.mock("fast-check", async (importOriginal) => {
  const { default: fc } = await importOriginal<typeof import("fast-check")>();
  const assert = <Ts>(property: IRawProperty<Ts>, own?: Parameters<Ts>) => fc.assert(property, { ...own, ...asked });
  return { default: { ...fc, assert } };
});
