import type { BlockEvent } from "../../src/index.js";

/** A block as the events tell it. */
export type ToldBlock =
  | { type: "text" | "reasoning"; text: string; isOpen: boolean }
  | { type: "tool-use"; id: string; name: string; params: [name: string, text: string][]; isOpen: boolean };

/**
 * Blocks from events alone.
 *
 * @throws Error where an event breaks the contract: a block out of order, anything for an ended block, a delta of
 * another type or parameter than the one that is open.
 */
export function foldEvents(events: readonly BlockEvent[]): ToldBlock[] {
  const told: ToldBlock[] = [];
  const openParams = new Map<number, string>();
  for (const event of events) {
    if (event.type === "text-start" || event.type === "reasoning-start" || event.type === "tool-start") {
      if (event.block !== told.length) throw new Error(`block ${event.block} began as number ${told.length}`);
      told.push(
        event.type === "tool-start"
          ? { type: "tool-use", id: event.id, name: event.name, params: [], isOpen: true }
          : { type: event.type === "text-start" ? "text" : "reasoning", text: "", isOpen: true },
      );
      continue;
    }
    const block = told[event.block];
    if (block === undefined) throw new Error(`${event.type} of a block that did not begin`);
    if (event.type === "tool-signature") {
      if (block.isOpen || block.type !== "tool-use") throw new Error("a late signature of an open block");
      continue;
    }
    if (!block.isOpen) throw new Error(`${event.type} behind the end of block ${event.block}`);
    if (block.type === "tool-use") foldIntoCall(block, event, openParams);
    else if (event.type === `${block.type}-end`) block.isOpen = false;
    else if (event.type === "text-delta" || event.type === "reasoning-delta") {
      if (event.type !== `${block.type}-delta`) throw new Error(`${event.type} in ${block.type}`);
      if (event.text === "") throw new Error("an empty delta");
      block.text += event.text;
    } else throw new Error(`${event.type} in ${block.type}`);
  }
  return told;
}

function foldIntoCall(
  block: Extract<ToldBlock, { type: "tool-use" }>,
  event: BlockEvent,
  openParams: Map<number, string>,
): void {
  const open = openParams.get(event.block);
  switch (event.type) {
    case "param-start":
      if (open !== undefined) throw new Error(`${event.param} began inside ${open}`);
      openParams.set(event.block, event.param);
      block.params.push([event.param, ""]);
      return;
    case "param-delta": {
      const last = block.params.at(-1);
      if (last === undefined || open !== event.param) throw new Error(`a piece of ${event.param}, which is not open`);
      if (event.text === "") throw new Error("an empty delta");
      last[1] += event.text;
      return;
    }
    case "param-end":
      if (open !== event.param) throw new Error(`the end of ${event.param}, which is not open`);
      openParams.delete(event.block);
      return;
    case "tool-end":
      block.isOpen = false;
      return;
    default:
      throw new Error(`${event.type} in a call`);
  }
}
