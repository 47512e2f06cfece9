import type { Protocol } from "./prefix-session.js";

/**
 * Characters at the end of a prompt that a template may write otherwise once the answer stands there: the mark that
 * asks for it, a `<think>` that is opened for the model, the close of the newest result. Most that is seen is 42.
 */
const END_MARKS = 64;

/** A chat template that loses more of its prompt than the marks at its end, though the request only grew. */
export interface TemplateLoss {
  file: string;
  protocols: readonly Protocol[];
  /** `turn`: with every request. `question`: with the first request behind a new question, or the second. */
  when: "turn" | "question";
  why: string;
}

const SYSTEM_LAST =
  "moves the system text to the newest user message, and in text every result is one. In the first user message it would stay";
const TOOLS_LAST = "moves the tool definitions ahead of the newest user message: a text protocol keeps the prefix here";
const SYSTEM_AND_TOOLS_LAST =
  "moves the tool definitions ahead of the newest user message, and the system text into it, or nowhere while the newest message is a result: a text protocol with the system text in the first user message keeps the prefix here";
const THINK_OF_LOOP = "opens an empty <think> before each answer of a running loop and leaves it out of finished ones";

/**
 * Seen in all templates that the JavaScript engine renders as Python does, in the default shape: what the catalogue of
 * families chooses for each is judged by `npm run templates`. All other templates keep the prefix.
 */
export const TEMPLATE_LOSSES: readonly TemplateLoss[] = [
  { file: "mistral-nemo.jinja", protocols: ["text"], when: "turn", why: SYSTEM_LAST },
  { file: "mistral-vllm.jinja", protocols: ["text"], when: "turn", why: SYSTEM_LAST },
  { file: "mistral-parallel-vllm.jinja", protocols: ["text"], when: "turn", why: SYSTEM_LAST },
  { file: "mixtral-8x22b.jinja", protocols: ["text"], when: "turn", why: SYSTEM_LAST },
  {
    file: "command-r.jinja",
    protocols: ["text"],
    when: "turn",
    why: "writes its own instructions behind the newest message: 768 characters, however long the prompt is",
  },
  {
    file: "command-r-plus-tool-use.jinja",
    protocols: ["text", "native"],
    when: "turn",
    why: "writes its own instructions behind the newest message: 768 characters, however long the prompt is",
  },
  { file: "qwen3.5.jinja", protocols: ["text", "native"], when: "question", why: THINK_OF_LOOP },
  { file: "qwen3.6.jinja", protocols: ["text", "native"], when: "question", why: THINK_OF_LOOP },
  { file: "step-3.5-flash.jinja", protocols: ["text", "native"], when: "question", why: THINK_OF_LOOP },
  { file: "glm-5.1.jinja", protocols: ["native"], when: "question", why: THINK_OF_LOOP },
  {
    file: "gpt-oss.jinja",
    protocols: ["native"],
    when: "question",
    why: "takes words beside a call for reasoning and leaves them out of finished loops",
  },
  { file: "mistral-7b-v0.3.jinja", protocols: ["native"], when: "question", why: TOOLS_LAST },
  { file: "mistral-nemo.jinja", protocols: ["native"], when: "question", why: SYSTEM_AND_TOOLS_LAST },
  { file: "mistral-small-3.1-vllm.jinja", protocols: ["native"], when: "question", why: TOOLS_LAST },
  { file: "mistral-small-3.2.jinja", protocols: ["native"], when: "question", why: TOOLS_LAST },
  { file: "mistral-vllm.jinja", protocols: ["native"], when: "question", why: SYSTEM_AND_TOOLS_LAST },
  { file: "mistral-parallel-vllm.jinja", protocols: ["native"], when: "question", why: SYSTEM_AND_TOOLS_LAST },
];

/** The files of those that are known to lose it there, in order. */
export function knownLosses(protocol: Protocol, ...when: readonly TemplateLoss["when"][]): readonly string[] {
  const known = TEMPLATE_LOSSES.filter((loss) => loss.protocols.includes(protocol) && when.includes(loss.when));
  return known.map(({ file }) => file).sort();
}

/** The files of those that lost more than the marks at the end, in order. `lost`: characters by file. */
export function losses(lost: ReadonlyMap<string, number>): readonly string[] {
  return [...lost].flatMap(([file, characters]) => (characters > END_MARKS ? [file] : [])).sort();
}
