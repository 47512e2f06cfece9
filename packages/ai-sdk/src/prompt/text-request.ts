import { renderTools, type ToolDefinition } from "@millrace/protocol";
import type { Settings } from "../settings.js";
import type { CallOptions, OfferedTool, PromptMessage, ToolChoice } from "../specification.js";
import { addMessage } from "./join-messages.js";
import { renderPrompt } from "./render-prompt.js";

/**
 * A request for a model that gets the caller's tools not natively: it is taught them at the end of the system prompt, and
 * the conversation's calls and results are text. Tools that the provider itself has and runs still go natively. A tool
 * choice other than `auto` is a note at the very end, so that all before it stays in a server's prefix cache.
 */
export function textRequest<Options extends CallOptions>(
  options: Options,
  tools: readonly ToolDefinition[],
  { dialect, tier }: Settings,
): Options {
  const providers = options.tools?.filter(({ type }) => type === "provider") ?? [];
  const isProviders = isOf(providers, options.toolChoice);
  const prompt = renderPrompt(options.prompt, { tools, dialect });
  if (tools.length > 0) {
    teach(prompt, renderTools(tools, dialect, tier).trimEnd());
    const note = isProviders ? undefined : choiceNote(options.toolChoice);
    if (note !== undefined) addMessage(prompt, { role: "user", content: [{ type: "text", text: note }] });
  }
  return {
    ...options,
    prompt,
    tools: providers.length === 0 ? undefined : providers,
    toolChoice: isProviders ? options.toolChoice : undefined,
  };
}

/** Whether a choice is about tools that still go natively. */
function isOf(tools: readonly OfferedTool[], choice: ToolChoice | undefined): boolean {
  if (choice?.type === "tool") return tools.some(({ name }) => name === choice.toolName);
  return choice?.type === "none" && tools.length > 0;
}

/** What a model is asked for a choice; `auto` asks for nothing. */
function choiceNote(choice: ToolChoice | undefined): string | undefined {
  switch (choice?.type) {
    case "none":
      return "[Answer in words, without a tool call.]";
    case "required":
      return "[Answer with a tool call.]";
    case "tool":
      return `[Answer with a call of the tool ${choice.toolName}.]`;
    default:
      return undefined;
  }
}

/** Puts the lesson behind the caller's own system text, which keeps its cache mark and stays the beginning of all. */
function teach(prompt: PromptMessage[], lesson: string): void {
  const conversation = prompt.findIndex(({ role }) => role !== "system");
  const last = (conversation === -1 ? prompt.length : conversation) - 1;
  const system = prompt[last];
  if (system?.role !== "system") prompt.unshift({ role: "system", content: lesson });
  else prompt[last] = { ...system, content: `${system.content.trimEnd()}\n\n${lesson}` };
}
