import { LESS_THAN, LF } from "../scan/characters.js";
import { decodeElementText } from "../schema/decode-element-text.js";
import type { FrameSteps } from "./frame.js";
import { type FrameRun, TagNames } from "./frame-run.js";

const LONGEST_HEADER = 1000;
const SEPARATOR = "<|sep|>";
const SEPARATOR_NAMES = new TagNames(["|sep|"]);
const ATTRIBUTE = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** An edge of a section in Kimi K3's form: `<|open|>name key="value"<|sep|>`, or `<|close|>name<|sep|>`. */
export interface KimiK3Section {
  isClose: boolean;
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** As written, from its first token on. */
  raw: string;
}

/** Reads it from behind its first token on; `begun`: what was read of it. Undefined: it is none. */
export function* readKimiK3Section(run: FrameRun, isClose: boolean, begun = ""): FrameSteps<KimiK3Section | undefined> {
  const text = begun + (yield* run.while((code) => code !== LESS_THAN && code !== LF, LONGEST_HEADER));
  if ((yield* run.peek()) !== LESS_THAN || (yield* run.readTag(SEPARATOR_NAMES)) === undefined) return undefined;
  return {
    isClose,
    name: /^\s*([\w-]*)/.exec(text)?.[1] ?? "",
    attributes: new Map(
      [...text.matchAll(ATTRIBUTE)].map(([, key = "", double, single, bare]) => [
        key,
        decodeElementText(double ?? single ?? bare ?? ""),
      ]),
    ),
    raw: `<|${isClose ? "close" : "open"}|>${text}${SEPARATOR}`,
  };
}
