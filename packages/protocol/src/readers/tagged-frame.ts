import { MAX_CALL_NAME } from "../limits.js";
import { EQUALS, GREATER_THAN, isNameCharacter, LESS_THAN, LF } from "../scan/characters.js";
import type { ReadTag } from "../scan/read-tag.js";
import { tagKey } from "../scan/tag-key.js";
import { bodyParameters } from "../schema/body-parameters.js";
import { parseJson } from "../schema/parse-json.js";
import { endTaggedCall } from "./end-tagged-call.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { readJsonArguments } from "./json-arguments.js";
import { OPEN_BRACE } from "./json-characters.js";
import { ParameterText, type ValueEdges } from "./parameter-text.js";
import { TagNames } from "./tag-names.js";
import { TaggedValue, type TagRole } from "./tagged-value.js";

/** Calls that are tags, with a tag for each parameter. Names of tags as they are looked up, see `tagKey`. */
export interface TaggedForm {
  openers: readonly FrameOpener[];
  /** Tags that open a call and name its tool: `<invoke name="F">`, `<function=F>`. */
  calls: readonly string[];
  /** Tags that open a parameter and name it: `<parameter name="P">`, `<parameter=P>`. */
  parameters: readonly string[];
  /** Tags, open or close, and tokens that stand around calls. */
  around: readonly string[];
  /** Words that stand between those. */
  words?: readonly string[];
  values: ValueEdges;
  /** A parameter may be written as a tag of its own name, too. */
  namedTags?: true;
}

/**
 * A frame of calls that are tags. The calls may stand in tags of their own, and those may be missing.
 *
 * @example
 * taggedFrame({ openers: [{ tag: "tool_call" }], calls: ["function"], parameters: ["parameter"], around: ["tool_call"], values: "layout" })
 */
export function taggedFrame(form: TaggedForm): Frame {
  return { openers: form.openers, read: (run) => new TaggedCalls(run, form).read() };
}

/** Attributes of the tags of a call and of its parameters. */
const OWN_ATTRIBUTES: ReadonlySet<string> = new Set(["name", "string", "type", "id"]);

/** Tags in which a name may stand alone: `<name>F</name>`. */
const NAME_TAGS: ReadonlySet<string> = new Set(["name", "tool_name"]);

/** Under this name a model may put all arguments, as one object. */
const WHOLE: ReadonlySet<string> = new Set(["arguments", "input"]);

class TaggedCalls {
  readonly #run: FrameRun;
  readonly #form: TaggedForm;
  readonly #calls: Set<string>;
  readonly #parameters: ReadonlySet<string>;
  readonly #around: ReadonlySet<string>;
  readonly #names: TagNames;
  #hasCalls = false;
  /** Name of the tag that opened the call at hand, as it is looked up; empty where its name stood in a tag of its own. */
  #callTag = "";
  /** What was read behind a call is none of this frame. */
  #isOver = false;
  /** The first tag of a call, where it told that this is one. */
  #first: ReadTag | undefined;

  constructor(run: FrameRun, form: TaggedForm) {
    this.#run = run;
    this.#form = form;
    this.#calls = new Set(form.calls);
    this.#parameters = new Set(form.parameters);
    this.#around = new Set(form.around);
    this.#names = new TagNames(this.#ownNames());
  }

  *#ownNames(): Iterable<string> {
    for (const name of [...this.#form.calls, ...this.#form.parameters]) {
      yield name;
      yield `${name}=`;
    }
    yield* this.#form.around;
    if (this.#form.namedTags === true) yield* NAME_TAGS;
  }

  *read(): FrameSteps {
    const run = this.#run;
    let tag = run.tag !== undefined && this.#calls.has(tagKey(run.tag.name)) ? run.tag : undefined;
    // Without what stands around calls, and where all dialects are read, a tag may be another language's.
    const { index } = run.context;
    if (tag !== undefined && index.syntax.isMixed && index.tool(nameIn(tag)) === undefined) return "text";
    if (tag !== undefined && !(yield* this.#isFollowed(tag))) return "text";
    let start = run.start;
    for (;;) {
      while (tag !== undefined) {
        const isFirst = !this.#hasCalls;
        if (!(yield* this.#begin(tag, isFirst ? start : tag.start))) return "text";
        tag = yield* this.#readCall();
        if (this.#isOver || (tag === undefined && run.ended !== undefined)) return "text";
        if (tag !== undefined && !this.#isCall(tag)) tag = undefined;
      }
      if (this.#hasCalls) run.hold();
      start = run.start;
      const code = yield* run.skipBlanks();
      if (code === END) return "text";
      if (code !== LESS_THAN) {
        if (yield* this.#skipWord()) continue;
        tag = this.#form.namedTags === true && !this.#hasCalls ? yield* this.#readBareName() : undefined;
        if (tag === undefined) return "text";
        continue;
      }
      const next = yield* run.readTag(this.#names);
      if (next === undefined) {
        // Half a mark with which the message ends is not shown.
        if (this.#hasCalls && run.ended !== undefined && run.at === run.to) run.drop();
        return "text";
      }
      if (this.#isCall(next) || (this.#isName(next) && !this.#hasCalls)) tag = next;
      else if (!this.#around.has(tagKey(next.name)) && !this.#hasCalls) return "text";
      if (this.#hasCalls) run.drop();
      if (next.isClose && this.#around.has(tagKey(next.name)) && !this.#isToken(next)) return "text";
    }
  }

  /** A call's tag without what stands around calls may be named in prose: no text comes directly behind that of a call. */
  *#isFollowed(tag: ReadTag): FrameSteps<boolean> {
    if (tag.selfClosing) return true;
    const code = yield* this.#run.skipBlanks();
    return code === LESS_THAN || code === OPEN_BRACE || code === END;
  }

  #isCall(tag: ReadTag): boolean {
    return !tag.isClose && this.#calls.has(tagKey(tag.name));
  }

  #isName(tag: ReadTag): boolean {
    return !tag.isClose && NAME_TAGS.has(tagKey(tag.name));
  }

  /** A token has no close: what it is stands in its name. */
  #isToken(tag: ReadTag): boolean {
    return tagKey(tag.name).startsWith("|");
  }

  *#skipWord(): FrameSteps<boolean> {
    for (const word of this.#form.words ?? []) {
      if ((yield* this.#run.peek()) === word.charCodeAt(0)) return yield* this.#run.literal(word);
    }
    return false;
  }

  /**
   * A call whose open tag lost its `<` (`function=F>`), or is a tool's name alone, with a tag of one of its parameters
   * behind it. Gives what the tag would have been.
   */
  *#readBareName(): FrameSteps<ReadTag | undefined> {
    const run = this.#run;
    const start = run.place;
    const name = yield* run.while(isNameCharacter, MAX_CALL_NAME);
    const code = yield* run.peek();
    if (code === EQUALS && this.#calls.has(tagKey(name))) {
      run.skip();
      const assigned = (yield* run.while((letter) => letter !== GREATER_THAN && letter !== LF, MAX_CALL_NAME)).trim();
      return (yield* run.literal(">")) ? openTag(name, assigned, start) : undefined;
    }
    const tool = run.context.index.tool(name);
    if (tool === undefined || (yield* run.skipBlanks()) !== LESS_THAN) return undefined;
    const names = new TagNames([...tool.parameterNames].map(tagKey));
    const first = yield* run.readTag(names);
    if (first === undefined || first.isClose) return undefined;
    this.#calls.add(tagKey(name));
    this.#first = first;
    return openTag(name, name, start);
  }

  /** The text up to a close tag: a name that stands in tags of its own. */
  *#readName(): FrameSteps<string> {
    const run = this.#run;
    const text = yield* run.while((code) => code !== LESS_THAN, MAX_CALL_NAME);
    if ((yield* run.peek()) !== LESS_THAN) return "";
    const next = yield* run.readTag(this.#names);
    if (next?.isClose === true) return text.trim();
    const isInner = next !== undefined && text.trim() === "" && this.#isName(next);
    return isInner ? yield* this.#readName() : "";
  }

  /** False where the tag names no tool. */
  *#begin(tag: ReadTag, start: number): FrameSteps<boolean> {
    const name = nameIn(tag) || (this.#form.namedTags === true ? yield* this.#readName() : "");
    if (name === "") return false;
    this.#run.begin(name, start);
    this.#hasCalls = true;
    this.#callTag = this.#isName(tag) ? "" : tagKey(tag.name);
    if (tag.selfClosing) this.#run.close("close");
    return true;
  }

  /** Reads the open call to its end. Gives the tag behind it, where that was read. */
  *#readCall(): FrameSteps<ReadTag | undefined> {
    const run = this.#run;
    const { call } = run;
    if (call === undefined) return undefined;
    const parameters = this.#form.namedTags === true ? Object.keys(call.parameters.properties ?? {}) : [];
    const names =
      parameters.length === 0
        ? this.#names
        : new TagNames([...this.#ownNames(), ...this.#calls, ...parameters.map(tagKey)]);
    const bodies = bodyParameters(call.parameters);
    let tag = this.#first;
    this.#first = undefined;
    for (;;) {
      tag ??= yield* this.#nextTag(names);
      if (tag === undefined) {
        endTaggedCall(run);
        return undefined;
      }
      const role = this.#roleOf(tag, names);
      if (role === "call-close") {
        this.#close("close");
        return undefined;
      }
      if (role === "call" || (role === "around" && tag.isClose)) {
        call.repair("implied-call-close", "The close of the call was missing.");
        this.#close("repair", tag.start);
        return tag;
      }
      const isNameless = !tag.isClose && this.#parameters.has(tagKey(tag.name)) && nameIn(tag) === "";
      const name = tag.isClose ? "" : isNameless ? yield* this.#readName() : this.#parameterName(tag);
      if (name === "") {
        tag = undefined;
        continue;
      }
      tag = yield* this.#readValue(tag, name, names, bodies.has(name) && !isNameless);
      if (tag === undefined && run.ended !== undefined && run.call?.closed !== undefined) return undefined;
    }
  }

  /** The next tag between parameters. What else stands there is not shown. A JSON object is the arguments. */
  *#nextTag(names: TagNames): FrameSteps<ReadTag | undefined> {
    const run = this.#run;
    for (let isFirst = true; ; isFirst = false) {
      const code = yield* run.skipBlanks();
      if (code === END) return undefined;
      if (isFirst && code === OPEN_BRACE && run.call?.hasEnded === false) {
        if ((yield* readJsonArguments(run, new FrameMarks([]))) !== "cut") return yield* this.#behindJson(names);
        run.close("end");
        return undefined;
      }
      if (code !== LESS_THAN) {
        run.skip();
        continue;
      }
      const tag = yield* run.readTag(names);
      if (tag !== undefined) return tag;
    }
  }

  /** The call closed with its JSON: its own close may follow. */
  *#behindJson(names: TagNames): FrameSteps<ReadTag | undefined> {
    const run = this.#run;
    run.hold();
    if ((yield* run.skipBlanks()) !== LESS_THAN) return undefined;
    const tag = yield* run.readTag(names);
    // Half a mark with which the message ends is not shown.
    if (tag !== undefined || (run.ended !== undefined && run.at === run.to)) run.drop();
    else this.#isOver = true;
    return undefined;
  }

  #roleOf(tag: ReadTag, names: TagNames): TagRole {
    const key = tagKey(tag.name);
    if (this.#calls.has(key)) return tag.isClose ? "call-close" : "call";
    if (this.#around.has(key)) return "around";
    if (tag.isClose) return this.#parameters.has(key) ? "close" : "other";
    const isNameless = this.#parameters.has(key) && nameIn(tag) === "";
    if (isNameless) return this.#form.namedTags === true ? "unset" : "other";
    const name = this.#parameterName(tag);
    if (name === "" || !names.knows(tag.name)) return "other";
    const { call } = this.#run;
    const isKnown = call === undefined || Object.keys(call.parameters.properties ?? {}).length === 0;
    if (!isKnown && !Object.hasOwn(call.parameters.properties ?? {}, name)) return "foreign";
    return call?.has(name) === true ? "set" : "unset";
  }

  /** The name of the parameter that a tag opens; empty where it opens none. */
  #parameterName(tag: ReadTag): string {
    if (this.#parameters.has(tagKey(tag.name))) return nameIn(tag);
    const { properties = {} } = this.#run.call?.parameters ?? {};
    if (this.#form.namedTags !== true || this.#calls.has(tagKey(tag.name)) || this.#around.has(tagKey(tag.name)))
      return "";
    return Object.keys(properties).find((name) => name.toLowerCase() === tag.name.toLowerCase()) ?? "";
  }

  /** Gives the tag behind the value, if it was read. */
  *#readValue(open: ReadTag, name: string, names: TagNames, isBody: boolean): FrameSteps<ReadTag | undefined> {
    const run = this.#run;
    const { call } = run;
    if (call === undefined) return undefined;
    const isOwnTag = !this.#parameters.has(tagKey(open.name));
    const says = open.attributes.find(([attribute]) => attribute === "string")?.[1];
    call.startParam(name, says === "false" ? "json" : undefined);
    const text = new ParameterText(call, this.#form.values);
    const value = new TaggedValue(run, text, {
      names,
      isBody,
      roleOf: (tag) => {
        const isSameTag = isOwnTag && tagKey(tag.name) === tagKey(open.name);
        if (isSameTag) return tag.isClose ? "close" : "open";
        const role = this.#roleOf(tag, names);
        // A value of one line may speak of the tags of others: `How to use </tool>`.
        const isOthers = role === "call-close" && !isBody && tagKey(tag.name) !== this.#callTag;
        return isOthers ? "other" : role;
      },
    });
    const end = yield* value.read();
    if (end.kind === "cut") return undefined;
    if (end.kind === "implied") text.finishUnclosed();
    else text.finish();
    if (end.kind === "implied") call.repair("implied-parameter-close", `The close of ${name} was missing.`);
    return end.kind === "ended" ? undefined : end.next;
  }

  /** A model may put all arguments into one parameter. */
  #close(closedBy: "close" | "repair", end = this.#run.place): void {
    const { call } = this.#run;
    const [only, ...others] = call?.toldParams ?? [];
    const isWhole = only !== undefined && others.length === 0 && WHOLE.has(only[0]);
    const isParameter = only !== undefined && Object.hasOwn(call?.parameters.properties ?? {}, only[0]);
    const value = isWhole && !isParameter ? parseObject(only[1]) : undefined;
    this.#run.close(closedBy, value, end);
  }
}

function openTag(name: string, assigned: string, start: number): ReadTag {
  return { name, assigned, start, isClose: false, selfClosing: false, attributes: [], firstOnLine: false };
}

/** The name that a tag gives; none where it says more than that: it is another language's tag. */
function nameIn(tag: ReadTag): string {
  if (tag.attributes.some(([attribute]) => !OWN_ATTRIBUTES.has(attribute.toLowerCase()))) return "";
  return (tag.assigned ?? tag.attributes.find(([attribute]) => attribute.toLowerCase() === "name")?.[1] ?? "").trim();
}

function parseObject(text: string): { value: unknown } | undefined {
  const parsed = parseJson(text.trim());
  return typeof parsed?.value === "object" && parsed.value !== null && !Array.isArray(parsed.value)
    ? parsed
    : undefined;
}
