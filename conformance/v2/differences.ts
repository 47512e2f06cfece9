import { V2_PARAMS, V2_TOOLS } from "./names.js";
import {
  isBody,
  isFirstOnLine,
  isOwn,
  type LooseTag,
  looseTags,
  type Situation,
  skipBlanks,
  tagBehind,
} from "./situation.js";
import type { TracedCall, TracedParam } from "./trace.js";

/** A difference from V2 that is wanted. */
export interface Difference {
  readonly name: string;
  /** The rule of the reader that makes it, in a sentence. */
  readonly rule: string;
  /** Whether the rule bites in this message, told by the message and V2's answer alone. */
  applies(situation: Situation): boolean;
}

/** Every wanted difference from V2. */
export const DIFFERENCES: readonly Difference[] = [
  {
    name: "code-is-text",
    rule: "A call in inline code or in a fence is text; a fence of nothing but calls is unwrapped and not shown.",
    applies: codeIsText,
  },
  {
    name: "mention-is-text",
    rule: "An open tag of a tool makes a call only if one of its own tags comes next; otherwise it is text.",
    applies: mentionIsText,
  },
  {
    name: "reasoning",
    rule: "Reasoning tags, first on their line, make reasoning; an orphan close is not shown.",
    applies: reasoning,
  },
  {
    name: "mended-tags",
    rule: "Wrong case, blanks inside a tag, attributes and self-closing tags are mended.",
    applies: mendedTags,
  },
  { name: "set-once", rule: "A parameter that was set is not set again.", applies: setOnce },
  {
    name: "next-tool",
    rule: "Between parameters another tool, first on its line or directly behind a close, ends the call.",
    applies: nextTool,
  },
  {
    name: "implied-close",
    rule: "The missing close of a scalar is implied by the tool's close, or by a line that begins with a parameter or a tool.",
    applies: impliedClose,
  },
  {
    name: "body-close",
    rule: "A body is closed only where the tool's close or another parameter follows; calls and tags of its own name inside it are content.",
    applies: bodyClose,
  },
  {
    name: "cut-tag",
    rule: "Half a tag at the end is neither shown nor part of a value.",
    applies: cutTag,
  },
];

const REASONING_TAGS: ReadonlySet<string> = new Set(["think", "thinking", "thought", "reasoning", "reflection"]);

function codeIsText({ input, segments }: Situation): boolean {
  let fence = "";
  let run = "";
  for (const segment of segments) {
    if (segment.type === "call") {
      if (fence !== "" || run !== "") return true;
      continue;
    }
    const text = input.slice(segment.from, segment.to);
    for (const { 0: mark, index } of text.matchAll(/`+|~{3,}|\n/g)) {
      const at = segment.from + index;
      const first = isFirstOnLine(input, at);
      if (mark === "\n") run = "";
      else if (fence !== "") {
        if (first && mark.startsWith(fence)) fence = "";
      } else if (run === "" && first && mark.length >= 3) fence = mark;
      else if (mark.startsWith("`")) run = run === "" ? mark : run === mark ? "" : run;
    }
  }
  return false;
}

function mentionIsText({ input, calls }: Situation): boolean {
  return calls.some(({ name, bodyFrom }) => {
    if (isOwn(tagBehind(input, bodyFrom), name)) return false;
    return !isStartOfOwnTag(input.slice(skipBlanks(input, bodyFrom)), name);
  });
}

/** The message ends in it, and it may still become one of the tool's own tags. */
function isStartOfOwnTag(rest: string, tool: string): boolean {
  const names = [...V2_PARAMS].flatMap((name) => [`<${name}>`, `</${name}>`]);
  return [...names, `</${tool}>`].some((tag) => tag.startsWith(rest));
}

function reasoning({ input, texts }: Situation): boolean {
  return texts.some(({ from, to }) =>
    looseTags(input, from, to).some((tag) => REASONING_TAGS.has(tag.name) && isFirstOnLine(input, tag.from)),
  );
}

function mendedTags({ input, texts, calls }: Situation): boolean {
  const inText = texts.some(({ from, to }) =>
    looseTags(input, from, to).some(
      (tag) =>
        !tag.exact &&
        V2_TOOLS.has(tag.name) &&
        !tag.close &&
        (tag.selfClosing || tag.attributes || isOwn(tagBehind(input, tag.to), tag.name)),
    ),
  );
  return inText || calls.some((call) => looseInCall(input, call));
}

function looseInCall(input: string, call: TracedCall): boolean {
  const isLoose = (tag: LooseTag) => !tag.exact && isOwn(tag, call.name);
  if (between(call).some(([from, to]) => looseTags(input, from, to).some((tag) => isLoose(tag)))) return true;
  return call.params.some(({ name, valueFrom, valueTo }) =>
    looseTags(input, valueFrom, valueTo).some(
      (tag) => isLoose(tag) && tag.close && (tag.name === name || tag.name === call.name),
    ),
  );
}

/** The stretches of a call that are in no parameter. */
function between({ bodyFrom, bodyTo, params }: TracedCall): [from: number, to: number][] {
  const starts = [bodyFrom, ...params.map(({ to }) => to)];
  const ends = [...params.map(({ from }) => from), bodyTo];
  return starts.map((from, index) => [from, ends[index] ?? bodyTo]);
}

function setOnce({ input, calls }: Situation): boolean {
  return calls.some((call) =>
    call.params.some((param, index) => {
      if (param.name === "content" && lastContent(input, call) !== undefined) return false;
      const before = call.params.slice(0, index).find(({ name }) => name === param.name);
      return before !== undefined && trimmedValue(input, before) !== trimmedValue(input, param);
    }),
  );
}

function trimmedValue(input: string, { valueFrom, valueTo }: TracedParam): string {
  return input.slice(valueFrom, valueTo).trim();
}

function nextTool({ input, calls }: Situation): boolean {
  return calls.some((call) =>
    between(call).some(([from, to], index) =>
      looseTags(input, from, to).some(
        (tag) =>
          !tag.close &&
          V2_TOOLS.has(tag.name) &&
          (isFirstOnLine(input, tag.from) || (index > 0 && tag.from === from)) &&
          isOwn(tagBehind(input, tag.to), tag.name),
      ),
    ),
  );
}

function impliedClose({ input, calls }: Situation): boolean {
  return calls.some((call) =>
    call.params.some((param, index) => {
      if (isBody(param)) return false;
      const set = new Set(call.params.slice(0, index + 1).map(({ name }) => name));
      return looseTags(input, param.valueFrom, param.valueTo).some((tag) => {
        if (tag.close) return tag.name === call.name;
        if (!isFirstOnLine(input, tag.from) || input.slice(param.valueFrom, tag.from).trim() === "") return false;
        if (V2_PARAMS.has(tag.name)) return !set.has(tag.name);
        return V2_TOOLS.has(tag.name) && isOwn(tagBehind(input, tag.to), tag.name);
      });
    }),
  );
}

/** What, behind a close that is first on its line or of a body of one line, shows that it stands in code. */
const CODE = /^["'`\\,;:.)\]}|&+*=!?]/;

function bodyClose({ input, calls }: Situation): boolean {
  return calls.some((call) => {
    const fallback = lastContent(input, call);
    if (fallback !== undefined && call.params.some((param) => param.name !== "content" && standsIn(param, fallback))) {
      return true;
    }
    return call.params.some((param, index) => {
      if (!isBody(param) || !param.closed) return false;
      if (param.name !== fallback?.name) return !closesAt(input, call, param, index);
      return param.valueFrom === fallback.valueFrom && !closesAt(input, call, fallback, index);
    });
  });
}

/** V2 took a parameter out of the file's own text. */
function standsIn({ from }: TracedParam, { valueFrom, valueTo }: TracedParam): boolean {
  return from > valueFrom && from < valueTo;
}

/** V2 takes the content of a file from its first open tag to the last close in the call. */
function lastContent(input: string, call: TracedCall): TracedParam | undefined {
  const first = call.params.find(({ name }) => name === "content");
  if (call.name !== "write_to_file" || !call.closed || first === undefined) return undefined;
  const valueTo = input.slice(0, call.bodyTo).lastIndexOf("</content>");
  return valueTo > first.valueFrom ? { ...first, valueTo, to: valueTo + "</content>".length } : undefined;
}

/** Whether the table of bodies takes V2's close of a body for its close. */
function closesAt(input: string, call: TracedCall, param: TracedParam, index: number): boolean {
  const { valueFrom, valueTo } = param;
  const inside = looseTags(input, valueFrom, valueTo);
  if (opensInnerCall(input, inside, call)) return false;
  const first = isFirstOnLine(input, valueTo);
  if (!first && leavesOwnNameOpen(inside, param)) return false;
  const next = tagBehind(input, param.to);
  if (next === undefined) return isStartOfOwnTag(input.slice(skipBlanks(input, param.to)), call.name);
  if (next.close && next.name === call.name) {
    const isOneLine = !input
      .slice(valueFrom, valueTo)
      .replace(/^\r?\n/, "")
      .includes("\n");
    const rest = input.slice(next.to);
    return first || isOneLine ? !CODE.test(rest) : /^[^\S\n]*(?:\n|<|$)/.test(rest);
  }
  if (next.close || !V2_PARAMS.has(next.name)) return false;
  return !call.params.slice(0, index + 1).some(({ name }) => name === next.name);
}

/** A call of the same tool opens in the body and does not close there. */
function opensInnerCall(input: string, inside: readonly LooseTag[], { name }: TracedCall): boolean {
  return inside.some(
    (tag, index) =>
      !tag.close &&
      tag.name === name &&
      isOwn(tagBehind(input, tag.to), name) &&
      !inside.slice(index).some((other) => other.close && other.name === name),
  );
}

/** A tag of the body's own name opens in it and still waits for its close. */
function leavesOwnNameOpen(inside: readonly LooseTag[], { name }: TracedParam): boolean {
  let waiting = 0;
  for (const tag of inside) {
    if (tag.name !== name || tag.selfClosing) continue;
    waiting = tag.close ? Math.max(0, waiting - 1) : waiting + 1;
  }
  return waiting > 0;
}

function cutTag({ input, segments }: Situation): boolean {
  const last = segments.at(-1);
  const tail = /<(\/?)[ \t]{0,3}([A-Za-z_0-9]*)(?:\s[^<>]*)?$/.exec(input);
  if (last === undefined || tail === null) return false;
  const name = (tail[2] ?? "").toLowerCase();
  if (last.type === "text") {
    return name.length >= 3 && [...V2_TOOLS, ...REASONING_TAGS].some((known) => known.startsWith(name));
  }
  const param = last.params.at(-1);
  if (param === undefined || param.closed) return false;
  const others = isBody(param) ? [] : [...V2_PARAMS, ...V2_TOOLS];
  return [param.name, last.name, ...others].some((known) => known.startsWith(name));
}
