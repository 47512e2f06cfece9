import { bodyClose, fileContent, lastContent } from "./body-close.js";
import { codeIsText, isInCode } from "./code.js";
import { mendedTags } from "./mended-tags.js";
import { V2_PARAMS, V2_TOOLS } from "./names.js";
import { between, isBody, isFirstOnLine, isOwn, looseTags, opensCall, type Situation, tagBehind } from "./situation.js";
import type { TracedParam } from "./trace.js";

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
    name: "file-content",
    rule: "Content is what its own tags hold, not what stands from the first to the last of them anywhere in the call.",
    applies: fileContent,
  },
  {
    name: "cut-tag",
    rule: "Half a tag at the end is neither shown nor part of a value.",
    applies: cutTag,
  },
];

const REASONING_TAGS: ReadonlySet<string> = new Set(["think", "thinking", "thought", "reasoning", "reflection"]);

function mentionIsText({ input, calls }: Situation): boolean {
  return calls.some(({ name, bodyFrom }) => !opensCall(input, bodyFrom, name));
}

function reasoning({ input, texts, segments }: Situation): boolean {
  return texts.some(({ from, to }) =>
    looseTags(input, from, to).some(
      (tag) => REASONING_TAGS.has(tag.name) && isFirstOnLine(input, tag.from) && !isInCode(input, segments, tag.from),
    ),
  );
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

function cutTag({ input, segments }: Situation): boolean {
  const last = segments.at(-1);
  const tail = /<(\/?)[ \t]{0,3}([A-Za-z_0-9]*)(\s[^<>]*)?$/.exec(input);
  if (last === undefined || tail === null) return false;
  const isClose = tail[1] === "/";
  const name = (tail[2] ?? "").toLowerCase();
  // A name that has ended must be a known one; of one that goes on nobody knows yet.
  const begins = (known: string) => (tail[3] === undefined ? known.startsWith(name) : known === name);
  const isTag = tail[3] === undefined || [...V2_PARAMS, ...V2_TOOLS].includes(name);
  if (last.type === "text") {
    const opens = [...(isClose ? [] : V2_TOOLS), ...REASONING_TAGS];
    return name.length >= 3 && opens.some(begins) && !isInCode(input, segments, tail.index);
  }
  const param = last.params.at(-1);
  if (param === undefined || param.closed) return false;
  const letters = [param.name[0], last.name[0]];
  return isTag && (!isBody(param) || name === "" || letters.includes(name[0]));
}
