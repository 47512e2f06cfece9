import type { Usage } from "@millrace/protocol";

/** Takes over the first of the values that is a count, a whole number from 0 on; without one the field stays as it is. */
export function takeCount(
  into: Usage,
  field: Exclude<keyof Usage, "estimated" | "speed">,
  ...values: readonly unknown[]
): void {
  const count = values.find((value): value is number => Number.isSafeInteger(value) && Number(value) >= 0);
  if (count !== undefined) into[field] = count;
}
