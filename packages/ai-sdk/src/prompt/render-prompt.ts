import {
  breakThink,
  callTarget,
  dialectNames,
  getDialect,
  type RenderableCall,
  type ToolDefinition,
} from "@millrace/protocol";
import { isReadFromText, recordedDialect } from "../metadata.js";
import type { AssistantPart, PromptMessage, ToolCallPart, ToolResultPart, UserPart } from "../specification.js";
import { addMessage } from "./join-messages.js";
import { showOutput } from "./result-text.js";

/** In which form a conversation is to stand in the prompt. */
export interface PromptForm {
  tools: readonly ToolDefinition[];
  dialect: string;
}

/** What stands where there is nothing to say: templates fail on an empty message. */
const NO_TEXT = "(no text)";

/**
 * A conversation with its calls and results as text: calls as a model writes them, results fenced off in the user's turn,
 * their pictures behind them. What the provider itself ran passes as it is, as do the model's own reasoning and files;
 * reasoning that was read from text is left out, as chat templates leave it out.
 *
 * The same conversation gives the same prompt, and one that has grown begins with the prompt it had, so a server's prefix
 * cache holds. One exception: words of the user's last turn are joined to it.
 */
export function renderPrompt(prompt: readonly PromptMessage[], form: PromptForm): PromptMessage[] {
  const conversation = new Conversation(form);
  const rendered: PromptMessage[] = [];
  for (const message of prompt) {
    for (const one of conversation.render(message)) addMessage(rendered, one);
  }
  return rendered;
}

/** What of the messages before is needed to write the next one. */
class Conversation {
  readonly #form: PromptForm;
  readonly #calls = new Map<string, ToolCallPart>();

  constructor(form: PromptForm) {
    this.#form = form;
  }

  render(message: PromptMessage): PromptMessage[] {
    if (message.role === "assistant") return [{ ...message, content: this.#assistant(message.content) }];
    if (message.role !== "tool") return [message];
    return message.content.map((part) =>
      part.type === "tool-result" && !this.#wasRunByProvider(part)
        ? { ...message, role: "user", content: this.#result(part) }
        : { ...message, content: [part] },
    );
  }

  #assistant(parts: readonly AssistantPart[]): AssistantPart[] {
    const written = parts.flatMap((part): AssistantPart[] => {
      if (part.type === "text") return part.text.trim() === "" ? [] : [{ ...part, text: breakThink(part.text) }];
      if (part.type === "reasoning") return isReadFromText(part.providerOptions) ? [] : [part];
      if (part.type !== "tool-call") return [part];
      this.#calls.set(part.toolCallId, part);
      return part.providerExecuted === true ? [part] : [{ type: "text", text: breakThink(this.#call(part)) }];
    });
    return written.length > 0 ? written : [{ type: "text", text: NO_TEXT }];
  }

  /** In the dialect in which the model wrote it, where all are read; else in the one that is taught. */
  #call({ toolName, input, providerOptions }: ToolCallPart): string {
    const { dialect, tools } = this.#form;
    const written = recordedDialect(providerOptions);
    const name = dialect === "auto" && written !== undefined && dialectNames.includes(written) ? written : dialect;
    return getDialect(name).writeCall({ name: toolName, input: argumentsOf(input) }, tools);
  }

  #wasRunByProvider({ toolCallId }: ToolResultPart): boolean {
    return this.#calls.get(toolCallId)?.providerExecuted === true;
  }

  #result(part: ToolResultPart): UserPart[] {
    const { status, text, pictures } = showOutput(part.output);
    const target = callTarget(argumentsOf(this.#calls.get(part.toolCallId)?.input));
    const result = { name: part.toolName, status, text, ...(target !== undefined && { target }) };
    const { dialect, tools } = this.#form;
    return [{ type: "text", text: getDialect(dialect).renderResult(result, tools) }, ...pictures];
  }
}

/** Arguments as a record. A broken call of another model may have none, or text. */
function argumentsOf(input: unknown): RenderableCall["input"] {
  if (input === undefined || input === null) return {};
  return typeof input === "object" && !Array.isArray(input) ? { ...input } : { input };
}
