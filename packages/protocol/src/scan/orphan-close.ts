import type { TagTool } from "../readers/tag-index.js";
import type { ChannelContext } from "./channel-context.js";

/** A body's close, or its tool's, in the text behind its call: the call may have been cut short by what it quotes. */
export function noteOrphanClose({ index, options }: ChannelContext, tool: TagTool, name: string): void {
  const body = tool.parameter(name);
  if (body?.isBody !== true && index.tool(name) !== tool) return;
  const message = `</${body?.name ?? tool.name}> stands behind the end of ${tool.name}: its last value may have ended too early.`;
  if (options.notes.some((note) => note.message === message)) return;
  options.notes.push({ kind: "orphan-close", message });
}
