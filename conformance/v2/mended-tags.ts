import { closesAt } from "./body-close.js";
import { isInCode } from "./code.js";
import { V2_TOOLS } from "./names.js";
import { between, isBody, isOwn, type LooseTag, looseTags, opensCall, type Situation } from "./situation.js";
import type { TracedCall } from "./trace.js";

export function mendedTags({ input, texts, calls, segments }: Situation): boolean {
  const isOpener = (tag: LooseTag) =>
    !tag.exact &&
    !tag.close &&
    V2_TOOLS.has(tag.name) &&
    !isInCode(input, segments, tag.from) &&
    (tag.ownAttributes ||
      (tag.selfClosing && !tag.attributes) ||
      (!tag.attributes && opensCall(input, tag.to, tag.name)));
  return (
    texts.some(({ from, to }) => looseTags(input, from, to).some(isOpener)) ||
    calls.some((call) => isMendedInside(input, call))
  );
}

function isMendedInside(input: string, call: TracedCall): boolean {
  const isLoose = (tag: LooseTag) => !tag.exact && isOwn(tag, call.name);
  const inBetween = between(call).some(([from, to], index) => {
    const set = call.params.slice(0, index).map(({ name }) => name);
    // Where it was set before, its value is dropped, as V2 drops it: unless a parameter stands in it.
    return looseTags(input, from, to).some(
      (tag) =>
        isLoose(tag) && (tag.close ? tag.name === call.name : !set.includes(tag.name) || !closesIn(input, tag, to)),
    );
  });
  return (
    inBetween ||
    call.params.some((param, index) =>
      looseTags(input, param.valueFrom, param.valueTo).some((tag) => {
        if (!isLoose(tag) || !tag.close) return false;
        if (!isBody(param)) return tag.name === param.name || tag.name === call.name;
        return tag.name === param.name && closesAt(input, call, { ...param, valueTo: tag.from, to: tag.to }, index);
      }),
    )
  );
}

function closesIn(input: string, { name, to }: LooseTag, end: number): boolean {
  return looseTags(input, to, end).some((tag) => tag.close && tag.name === name);
}
