import { MAX_TAG_ATTRIBUTES } from "../limits.js";
import { EQUALS, isNameCharacter, LESS_THAN, LF, SPACE } from "../scan/characters.js";
import { decodeElementText } from "../schema/decode-element-text.js";
import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import { TagNames } from "./tag-names.js";

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

/** Reads it on; `begun`: what was read of it as written, its first token at least. Undefined: it is none. */
export function* readKimiK3Section(
  run: FrameRun,
  isClose: boolean,
  begun: string,
): FrameSteps<KimiK3Section | undefined> {
  const words = yield* run.while((code) => code === SPACE || isNameCharacter(code), MAX_TAG_ATTRIBUTES);
  const code = yield* run.peek();
  // Behind the name, or that of its first attribute: anything else is a sentence about the token.
  if (code !== EQUALS && code !== LESS_THAN && code !== END) return undefined;
  const written = begun + words + (yield* run.while((one) => one !== LESS_THAN && one !== LF, MAX_TAG_ATTRIBUTES));
  if ((yield* run.peek()) !== LESS_THAN || (yield* run.readTag(SEPARATOR_NAMES)) === undefined) return undefined;
  const text = written.slice(written.indexOf(">") + 1);
  return {
    isClose,
    name: /^\s*([\w-]*)/.exec(text)?.[1] ?? "",
    attributes: new Map(
      [...text.matchAll(ATTRIBUTE)].map(([, key = "", double, single, bare]) => [
        key,
        decodeElementText(double ?? single ?? bare ?? ""),
      ]),
    ),
    raw: written + run.raw,
  };
}
