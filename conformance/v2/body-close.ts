import { V2_PARAMS } from "./names.js";
import {
  between,
  isBody,
  isFirstOnLine,
  isOwn,
  isStartOfOwnTag,
  type LooseTag,
  looseTags,
  type Situation,
  skipBlanks,
  tagBehind,
} from "./situation.js";
import type { TracedCall, TracedParam } from "./trace.js";

/** What, behind a close that is first on its line or of a body of one line, shows that it stands in code. */
const CODE = /^["'`\\,;:.)\]}|&+*=!?]/;

export function bodyClose({ input, calls }: Situation): boolean {
  return calls.some((call) => {
    const fallback = lastContent(input, call);
    return call.params.some((param, index) => {
      if (!isBody(param) || !param.closed) return false;
      if (param.name !== fallback?.name) return !closesAt(input, call, param, index) || closesAgain(input, call, index);
      return param.valueFrom === fallback.valueFrom && !closesAt(input, call, fallback, index);
    });
  });
}

/** Between later parameters stands another close of this body, so that all before it was content. */
function closesAgain(input: string, call: TracedCall, index: number): boolean {
  const name = call.params[index]?.name;
  return between(call)
    .slice(index + 2)
    .some(([from, to]) => looseTags(input, from, to).some((tag) => tag.close && tag.name === name));
}

/** V2 takes the content of a file from the first open tag to the last close in the call, wherever they stand. */
export function lastContent(input: string, call: TracedCall): TracedParam | undefined {
  if (call.name !== "write_to_file" || !call.closed) return undefined;
  const [open, close] = ["<content>", "</content>"];
  const from = input.indexOf(open, call.bodyFrom);
  const valueTo = input.slice(0, call.bodyTo).lastIndexOf(close);
  if (from === -1 || valueTo <= from) return undefined;
  return { name: "content", from, valueFrom: from + open.length, valueTo, to: valueTo + close.length, closed: true };
}

/** Whether the table of bodies takes V2's close of a body for its close. */
export function closesAt(input: string, call: TracedCall, param: TracedParam, index: number): boolean {
  const { valueFrom, valueTo } = param;
  const inside = looseTags(input, valueFrom, valueTo);
  if (opensInnerCall(input, inside, call)) return false;
  const first = isFirstOnLine(input, valueTo);
  if (!first && leavesOwnNameOpen(inside, param)) return false;
  const isOneLine = !input
    .slice(valueFrom, valueTo)
    .replace(/^\r?\n/, "")
    .includes("\n");
  const next = tagBehind(input, param.to);
  if (next === undefined) {
    const half = input.slice(skipBlanks(input, param.to));
    return (first || isOneLine) && isStartOfOwnTag(half, call.name) && !isStartOfParameterClose(half, call.name);
  }
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

/** Of a half close only that of the tool counts behind a body. */
function isStartOfParameterClose(half: string, tool: string): boolean {
  return half.length > 2 && half.startsWith("</") && !`</${tool}>`.startsWith(half.toLowerCase());
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

/** V2 took a parameter out of the file's own text, or the text out of another parameter. */
export function fileContent({ input, calls }: Situation): boolean {
  return calls.some((call) => {
    const content = lastContent(input, call);
    if (content === undefined) return false;
    return (
      !call.params.some(({ name, from }) => name === content.name && from === content.from) ||
      call.params.some(({ name, from }) => name !== content.name && from > content.from && from < content.valueTo)
    );
  });
}
