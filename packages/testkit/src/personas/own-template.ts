import type { ChatTemplate } from "../templates/chat-template.js";
import { compileTemplate } from "../templates/compile-template.js";

/** What a template of our own does with a request. */
export interface OwnTemplate {
  /** Are definitions, calls and results shown? Otherwise definitions and calls are dropped, as most templates without tools do. */
  tools: "shown" | "dropped";
  /** `refused`: a system message raises an error (Gemma 2, Mistral 7B). */
  system: "shown" | "refused";
  /** `alternate`: any but user and assistant, one after the other, raise an error (Gemma, Llama 2, Mistral 7B). */
  turns: "any" | "alternate";
  /** Does the prompt end inside of reasoning? */
  opensThinking: boolean;
}

/**
 * A template in the manner of ChatML, written for the testkit: what a persona's prompt is made with where the published
 * template of its family is not at hand. It shows, drops and refuses what that one does.
 */
export async function ownTemplate(own: OwnTemplate): Promise<ChatTemplate> {
  const source = [
    own.tools === "shown" ? DEFINITIONS : "",
    "{% set turns = namespace(count=0) %}{% for message in messages %}",
    own.system === "refused" ? REFUSE_SYSTEM : "",
    own.turns === "alternate" ? REFUSE_TURNS : "",
    "{{ '<|im_start|>' + message.role + '\\n' + (message.content or '') }}",
    own.tools === "shown" ? CALLS : "",
    "{{ '<|im_end|>\\n' }}{% endfor %}{{ '<|im_start|>assistant\\n' }}",
    own.opensThinking ? "{{ '<think>\\n' }}" : "",
  ].join("");
  return {
    file: "own",
    family: "ChatML",
    native: own.tools === "shown",
    argumentsAs: "object",
    withoutTools: "null",
    variables: {},
    needs: new Set(),
    rendersText: true,
    rendersNative: own.tools === "shown",
    showsParallelCalls: own.tools === "shown",
    breaksOnLists: false,
    generationPrompt: "<|im_start|>assistant\n",
    source,
    template: await compileTemplate(source),
  };
}

const DEFINITIONS =
  "{% if tools %}{{ '<|im_start|>tools\\n' }}{% for tool in tools %}{{ (tool.function | tojson) + '\\n' }}{% endfor %}{{ '<|im_end|>\\n' }}{% endif %}";

const REFUSE_SYSTEM = "{% if message.role == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}";

const REFUSE_TURNS =
  "{% if message.role != 'system' %}{% if (message.role == 'user') != (turns.count % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}{% set turns.count = turns.count + 1 %}{% endif %}";

const CALLS =
  "{% for call in message.tool_calls or [] %}{{ '\\n<call>' + (call.function | tojson) + '</call>' }}{% endfor %}";
