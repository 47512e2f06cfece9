import { checkTools } from "../check-tools.js";
import { isReasoningTag, LONGEST_REASONING_TAG, reasoningTags } from "../scan/reasoning.js";
import { bodyParameters } from "../schema/body-parameters.js";
import { isPlainText } from "../schema/coerce.js";
import { isUnsafeKey } from "../schema/parse-json.js";
import type { ToolDefinition } from "../tool-definition.js";

/**
 * Tags that models put around their calls, with where they come from. They are no part of the dialect: such a tag goes
 * with the call that was read inside it, and is text where there is none.
 */
const WRAPPER_TAGS: ReadonlySet<string> = new Set([
  "function_calls", // Claude's own form, seen around cline calls
  "tool_calls", // several
  "tool_call", // Hermes and Qwen habit
  "tool_use", // seen under XML prompts
]);
const LONGEST_WRAPPER_TAG = 14;

export interface TagParameter {
  name: string;
  isBody: boolean;
  /** Read and dropped. */
  isIgnored: boolean;
  /** A list: each further tag of that name adds to it. */
  isList: boolean;
  /** Its text is its value: nothing is to be typed. */
  isText: boolean;
}

/** A tool as the tag readers need it. Names are found as written first, then in lower case. */
export class TagTool {
  readonly definition: ToolDefinition;
  readonly name: string;
  /** Required parameters that the schema describes. */
  readonly required: readonly TagParameter[];
  readonly #parameters = new Map<string, TagParameter>();

  constructor(definition: ToolDefinition) {
    this.definition = definition;
    this.name = definition.name;
    const bodies = bodyParameters(definition.parameters);
    for (const [name, schema] of Object.entries(definition.parameters.properties ?? {})) {
      const parameter = {
        name,
        isBody: bodies.has(name),
        isIgnored: schema["x-ignored"] === true,
        isList: schema.type === "array",
        isText: isPlainText(schema) && !isUnsafeKey(name),
      };
      this.#parameters.set(name, parameter);
    }
    this.required = (definition.parameters.required ?? [])
      .map((name) => this.#parameters.get(name))
      .filter((parameter) => parameter !== undefined);
    for (const parameter of [...this.#parameters.values()]) {
      const lower = parameter.name.toLowerCase();
      if (!this.#parameters.has(lower)) this.#parameters.set(lower, parameter);
    }
  }

  parameter(name: string): TagParameter | undefined {
    return this.#parameters.get(name) ?? this.#parameters.get(name.toLowerCase());
  }

  /** Whether half a tag may become one of the tool's own: a parameter's open tag, or the tool's close. Linear: for the end. */
  mayBecomeOwn(half: string): boolean {
    const start = half.toLowerCase();
    if (`</${this.name}>`.toLowerCase().startsWith(start)) return true;
    for (const name of this.#parameters.keys()) if (`<${name}>`.toLowerCase().startsWith(start)) return true;
    return false;
  }

  get parameterNames(): Iterable<string> {
    return this.#parameters.keys();
  }
}

const indices = new WeakMap<readonly ToolDefinition[], { index: TagIndex; made: readonly ToolDefinition[] }>();

/**
 * The index of these tools: made once for a list that stays the same from message to message.
 *
 * @throws InvalidOptionError if one of them is wrong.
 */
export function tagIndex(tools: readonly ToolDefinition[]): TagIndex {
  const known = indices.get(tools);
  if (known !== undefined && isSame(known.made, tools)) return known.index;
  checkTools(tools);
  const index = new TagIndex(tools);
  indices.set(tools, { index, made: [...tools] });
  return index;
}

function isSame(one: readonly ToolDefinition[], other: readonly ToolDefinition[]): boolean {
  return one.length === other.length && one.every((tool, at) => tool === other[at]);
}

/** Every name that a tag may have in one turn. A look-up is O(1), whatever the number of tools. */
export class TagIndex {
  readonly #tools = new Map<string, TagTool>();
  readonly #names = new Set<string>();
  readonly longestName: number;

  constructor(tools: readonly ToolDefinition[]) {
    let longest = Math.max(LONGEST_REASONING_TAG, LONGEST_WRAPPER_TAG);
    for (const definition of tools) this.#tools.set(definition.name, new TagTool(definition));
    for (const tool of [...this.#tools.values()]) {
      const lower = tool.name.toLowerCase();
      if (!this.#tools.has(lower)) this.#tools.set(lower, tool);
      for (const name of [tool.name, ...tool.parameterNames]) {
        this.#names.add(name.toLowerCase());
        longest = Math.max(longest, name.length);
      }
    }
    this.longestName = longest;
  }

  tool(name: string): TagTool | undefined {
    return this.#tools.get(name) ?? this.#tools.get(name.toLowerCase());
  }

  isWrapper(name: string): boolean {
    return WRAPPER_TAGS.has(name.toLowerCase());
  }

  isReasoning(name: string): boolean {
    return isReasoningTag(name.toLowerCase());
  }

  /** Is it the name of anything? */
  knows(name: string): boolean {
    const lower = name.toLowerCase();
    return this.#names.has(lower) || isReasoningTag(lower) || WRAPPER_TAGS.has(lower);
  }

  /**
   * Whether `part`, three letters or more, begins the name of a tool or of a reasoning tag (of a close tag: only of a
   * reasoning tag). Linear in the names: asked once, at the end of a message.
   */
  beginsOpener(part: string, isClose: boolean): boolean {
    if (part.length < 3) return false;
    const lower = part.toLowerCase();
    if (reasoningTags.some((name) => name.startsWith(lower))) return true;
    if (isClose) return false;
    for (const name of this.#tools.keys()) if (name.toLowerCase().startsWith(lower)) return true;
    return false;
  }
}
