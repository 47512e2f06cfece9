import type { Answer, BadEnd } from "../scenario.js";
import { answerParts, contentLength } from "../wires/answer-parts.js";
import { withParts } from "./change-parts.js";
import type { NamedFault } from "./named-fault.js";

interface Place extends Pick<NamedFault, "phase" | "delivers"> {
  name: string;
  /** Where it is in an answer with so many characters of content. */
  at: (length: number) => BadEnd["at"];
}

const PLACES: readonly Place[] = [
  { name: "before-headers", phase: "connect", delivers: "nothing", at: () => "before-headers" },
  { name: "after-headers", phase: "first-byte", delivers: "nothing", at: () => "after-headers" },
  // Behind a sign of life: bytes came, but no content.
  { name: "before-content", phase: "first-content", delivers: "nothing", at: () => ({ character: 0 }) },
  { name: "early", phase: "stream", delivers: "part", at: (length) => ({ character: Math.ceil(length / 8) }) },
  { name: "in-the-middle", phase: "stream", delivers: "part", at: (length) => ({ character: Math.floor(length / 2) }) },
  { name: "late", phase: "stream", delivers: "part", at: (length) => ({ character: length - 1 }) },
  { name: "before-finish", phase: "stream", delivers: "unfinished", at: (length) => ({ character: length }) },
  { name: "at-the-end", phase: "stream", delivers: "all", at: () => "end-of-body" },
];

/** Places where an end makes no sense: an event needs a body, a body cut where it ends is whole. */
const NOT_AT: Readonly<Record<BadEnd["end"], readonly string[]>> = {
  reset: [],
  close: [],
  stall: [],
  garble: [],
  "keep-alives": ["before-headers"],
  cut: ["before-headers", "at-the-end"],
  error: ["before-headers", "at-the-end"],
};

const ENDS = Object.keys(NOT_AT) as readonly BadEnd["end"][];

/** Each way for a connection to end badly, at each place. */
export const BAD_ENDS: readonly NamedFault[] = ENDS.flatMap((end) =>
  PLACES.filter(({ name }) => !NOT_AT[end].includes(name)).map(({ name, phase, delivers, at }) => ({
    name: `${end}-${name}`,
    phase,
    delivers,
    apply: (answer: Answer) => {
      const parts = answerParts(answer);
      const fault = { end, at: at(contentLength(parts)), ...(end === "keep-alives" ? { everyMs: 20 } : {}) };
      const heard = phase === "first-content" ? withParts(answer, [{ keepAlive: {} }, ...parts]) : answer;
      return [{ ...heard, fault }];
    },
  })),
);
