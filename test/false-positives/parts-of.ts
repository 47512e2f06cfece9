import type { ToolDefinition } from "@millrace/protocol";
import { seededRandom } from "../../conformance/seeded-random.js";
import type { Pick, TextKind } from "./text-kind.js";

const MEGABYTE = 1_000_000;

/** A megabyte of parts of a kind, the same every time. */
export function partsOf(kind: TextKind, tools: readonly ToolDefinition[]): readonly string[] {
  const random = seededRandom(kind.name);
  const pick: Pick = (of) => {
    const one = of[Math.floor(random() * of.length)];
    if (one === undefined) throw new Error("There is nothing to pick from.");
    return one;
  };
  const parts: string[] = [];
  for (let length = 0; length < MEGABYTE; ) {
    const part = kind.part(pick, tools);
    parts.push(part);
    length += part.length;
  }
  return parts;
}
