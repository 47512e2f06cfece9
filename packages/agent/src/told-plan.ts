import type { Plan } from "./tool.js";

/** A plan as it is told and kept. What it holds for its tool alone may be anything, and is no JSON. */
export function toldPlan({ data: _, ...plan }: Plan): Omit<Plan, "data"> {
  return plan;
}
