import { checkTools } from "../check-tools.js";
import { MIN_HALF_WORD } from "../limits.js";
import { REASONING_CLOSE_TOKENS, REASONING_OPEN_TOKENS, REASONING_TAGS } from "../scan/reasoning.js";
import type { FrameEntry, Literal, Syntax } from "../scan/syntax.js";
import { longestSpelling, tagKey } from "../scan/tag-key.js";
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

/** A parameter as the tag readers need it. */
export interface TagParameter {
  name: string;
  /** Its text is a body: long, and as written. */
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
  /** As the caller gave it. */
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

  /** The parameter of that name. */
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

  /** Names of its parameters, as written and in lower case. */
  get parameterNames(): Iterable<string> {
    return this.#parameters.keys();
  }
}

const REASONING_OPENS: ReadonlySet<string> = new Set([...REASONING_TAGS, ...REASONING_OPEN_TOKENS]);
const REASONING_CLOSES: ReadonlySet<string> = new Set(REASONING_TAGS);
const CLOSE_TOKENS: ReadonlySet<string> = new Set(REASONING_CLOSE_TOKENS);

interface Indexed {
  made: readonly ToolDefinition[];
  bySyntax: Map<Syntax, TagIndex>;
}

const indices = new WeakMap<readonly ToolDefinition[], Indexed>();

/**
 * The index of these tools in a syntax: made once for a list that stays the same from message to message.
 *
 * @throws InvalidOptionError if one of them is wrong.
 */
export function tagIndex(tools: readonly ToolDefinition[], syntax: Syntax): TagIndex {
  let indexed = indices.get(tools);
  if (indexed === undefined || !isSame(indexed.made, tools)) {
    checkTools(tools);
    indexed = { made: [...tools], bySyntax: new Map() };
    indices.set(tools, indexed);
  }
  let index = indexed.bySyntax.get(syntax);
  if (index === undefined) {
    index = new TagIndex(tools, syntax);
    indexed.bySyntax.set(syntax, index);
  }
  return index;
}

function isSame(one: readonly ToolDefinition[], other: readonly ToolDefinition[]): boolean {
  return one.length === other.length && one.every((tool, at) => tool === other[at]);
}

/** Every name that a tag may have in one turn, and what each means. A look-up is O(1), whatever the number of tools. */
export class TagIndex {
  /** What may begin in text in the dialect that is read. */
  readonly syntax: Syntax;
  /** What each ASCII character means to plain text. */
  readonly marks: Uint8Array;
  readonly #tools = new Map<string, TagTool>();
  readonly #names: Set<string>;
  /** Length of the longest name of a tag, in its longest spelling. */
  readonly longestName: number;

  constructor(tools: readonly ToolDefinition[], syntax: Syntax) {
    this.syntax = syntax;
    this.marks = syntax.marks;
    this.#names = new Set(syntax.tagNames);
    for (const definition of tools) this.#tools.set(definition.name, new TagTool(definition));
    for (const tool of [...this.#tools.values()]) {
      const lower = tool.name.toLowerCase();
      if (!this.#tools.has(lower)) this.#tools.set(lower, tool);
      if (!syntax.toolTags) continue;
      for (const name of [tool.name, ...tool.parameterNames]) this.#names.add(name.toLowerCase());
    }
    if (syntax.toolTags) for (const name of WRAPPER_TAGS) this.#names.add(name);
    this.longestName = Math.max(...[...this.#names].map(longestSpelling));
  }

  /** The tool of that name. */
  tool(name: string): TagTool | undefined {
    return this.#tools.get(name) ?? this.#tools.get(name.toLowerCase());
  }

  /** The tool whose tag this is, where tags with the names of tools open calls. */
  tagTool(name: string): TagTool | undefined {
    return this.syntax.toolTags ? this.tool(name) : undefined;
  }

  /** The tools there are. */
  get tools(): Iterable<TagTool> {
    return this.#tools.values();
  }

  /** The tag may stand around calls that are tags: it is not shown where one was read in it. */
  isWrapper(name: string): boolean {
    return this.syntax.toolTags && WRAPPER_TAGS.has(name.toLowerCase());
  }

  /** The tag opens reasoning, whatever the dialect. */
  opensReasoning(name: string, isClose: boolean): boolean {
    return !isClose && REASONING_OPENS.has(tagKey(name));
  }

  /** The tag closes reasoning, whatever the dialect; some tokens do it without a slash. */
  closesReasoning(name: string, isClose: boolean): boolean {
    return isClose ? REASONING_CLOSES.has(tagKey(name)) : CLOSE_TOKENS.has(tagKey(name));
  }

  /** The frames that a tag of this name opens. */
  tagFrames(name: string): readonly FrameEntry[] {
    return this.syntax.tagFrames.get(tagKey(name)) ?? NO_FRAMES;
  }

  /** The tag means nothing by itself, and is not shown: a token that leaked, a wrapper of text. */
  isHidden(name: string): boolean {
    return this.syntax.hiddenTags.has(tagKey(name));
  }

  /** An open tag of this name begins frames. */
  opensFrames(name: string): boolean {
    const key = tagKey(name);
    return this.syntax.tagFrames.has(key) || this.syntax.tagFrames.has(`${key}=`);
  }

  /** The dialect whose reasoning ends before a tag of this name. */
  endingTagOwner(name: string): string | undefined {
    return this.syntax.endingTags.get(tagKey(name));
  }

  /** The tag is left out of the text it stands in. */
  isInline(name: string): boolean {
    return this.syntax.inlineTags.has(tagKey(name));
  }

  /** Texts that are no tags and begin with this character. */
  literals(code: number): readonly Literal[] {
    return this.syntax.literals(code);
  }

  /** Whether `part`, three letters or more, begins a token that means nothing and is not shown. Linear in the names. */
  beginsHidden(part: string): boolean {
    const start = tagKey(part);
    if (!start.startsWith("|") || start.length <= 3) return false;
    return [...this.syntax.hiddenTags].some((name) => name.startsWith(start));
  }

  /** Is it the name of anything? */
  knows(name: string): boolean {
    return this.#names.has(name) || this.#names.has(tagKey(name));
  }

  /**
   * Whether `part`, three letters or more, begins the name of a tool, of a frame or of a reasoning tag (of a close tag:
   * only of a reasoning tag). Linear in the names: asked once, at the end of a message.
   */
  beginsOpener(part: string, isClose: boolean): boolean {
    if (!hasThreeLetters(part)) return false;
    const start = tagKey(part);
    if (REASONING_TAGS.some((name) => name.startsWith(start))) return true;
    if (isClose) return false;
    const { tagFrames, toolTags } = this.syntax;
    for (const name of [...tagFrames.keys(), ...REASONING_OPEN_TOKENS]) if (name.startsWith(start)) return true;
    if (toolTags) for (const name of this.#tools.keys()) if (name.toLowerCase().startsWith(start)) return true;
    return false;
  }

  /** Whether `part`, three letters or more, begins a token that closes reasoning. */
  beginsReasoningClose(part: string): boolean {
    return hasThreeLetters(part) && REASONING_CLOSE_TOKENS.some((name) => name.startsWith(tagKey(part)));
  }
}

function hasThreeLetters(text: string): boolean {
  return text.replace(/[^\p{L}]/gu, "").length >= MIN_HALF_WORD;
}

const NO_FRAMES: readonly FrameEntry[] = [];
