import { isFirstOnLine, type Situation } from "./situation.js";

export function codeIsText({ input, segments }: Situation): boolean {
  const calls = segments.filter((segment) => segment.type === "call");
  return calls.some(({ from }) => isInCode(input, segments, from));
}

/** Whether text at `place` stands in inline code or in a fence, the calls before it set aside. */
export function isInCode(input: string, segments: Situation["segments"], place: number): boolean {
  let fence = "";
  let run = "";
  for (const segment of segments) {
    if (segment.from >= place) break;
    if (segment.type === "call") continue;
    const text = input.slice(segment.from, Math.min(segment.to, place));
    for (const { 0: mark, index } of text.matchAll(/`+|~{3,}|\n/g)) {
      const isFirst = isFirstOnLine(input, segment.from + index);
      if (mark === "\n") run = "";
      else if (fence !== "") {
        const isAlone = /^[^\S\n]*(?:\n|$)/.test(text.slice(index + mark.length));
        if (isFirst && isAlone && mark.startsWith(fence)) fence = "";
      } else if (run === "" && isFirst && mark.length >= 3) fence = mark;
      else if (mark.startsWith("`")) run = run === "" ? mark : run === mark ? "" : run;
    }
  }
  return fence !== "" || run !== "";
}
