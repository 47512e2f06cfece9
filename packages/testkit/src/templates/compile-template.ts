import { type ChatTemplate, STOPPED_CLOCK } from "./chat-template.js";

/** Compiles the Jinja text of a chat template, its clock stopped. Rejects where it is none; the engine is loaded here. */
export async function compileTemplate(source: string): Promise<ChatTemplate["template"]> {
  const { Template } = await import("@huggingface/jinja");
  return new Template(source.replaceAll("strftime_now", STOPPED_CLOCK));
}
