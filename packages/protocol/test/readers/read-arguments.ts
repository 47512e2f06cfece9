import type { JsonHandler } from "../../src/readers/json-handler.js";
import { cutAt, cutEvery } from "../cuts.js";

/** One of the readers of arguments that arrive in pieces. */
interface ArgumentsReader {
  write(text: string): number;
  /** The readers that are told where the text ends. */
  end?(): void;
  readonly closed: boolean;
  readonly broken: boolean;
  readonly consumed: number;
  readonly value: unknown;
  readonly repairs: readonly { kind: string; message: string }[];
}

/** What a handler was told of one member. `value` is there once it ended. */
interface ToldMember {
  name: string;
  text: string;
  ended: boolean;
  value?: unknown;
}

/** Whether a text was cut inside a character beyond U+FFFF. */
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Reads a cut text to its end, and gives all that shows: what was told, in pieces and joined, and what became of it. */
export function readArguments(create: (handler: JsonHandler) => ArgumentsReader, cut: readonly string[]) {
  const members: ToldMember[] = [];
  const pieces: string[] = [];
  let closes = 0;
  const open = (name: string) => {
    const member = members.at(-1);
    if (member?.name !== name || member.ended || closes > 0) throw new Error(`${name} was told out of order`);
    return member;
  };
  const reader = create({
    onKey(name) {
      if (members.at(-1)?.ended === false) throw new Error(`${name} began in the middle of another member`);
      members.push({ name, text: "", ended: false });
    },
    onText(name, piece) {
      if (piece === "") throw new Error(`an empty piece of ${name} was told`);
      open(name).text += piece;
      pieces.push(piece);
    },
    onValueEnd: (name, value) => void Object.assign(open(name), { value, ended: true }),
    onClose: () => void closes++,
  });
  let behind = "";
  for (const piece of cut) behind += piece.slice(reader.write(piece));
  reader.end?.();
  const { value, closed, broken, consumed } = reader;
  const repairs = reader.repairs.map(({ kind, message }) => `${kind}: ${message}`);
  return { value, closed, broken, consumed, repairs, behind, members, closes, pieces };
}

/** Says how the ways in which a text can be cut differ; `undefined` if it is read the same however it is cut. */
export function differenceOfCuts(create: (handler: JsonHandler) => ArgumentsReader, text: string, cut?: string[]) {
  const shown = (pieces: readonly string[]) => {
    const { pieces: told, ...rest } = readArguments(create, pieces);
    const half = LONE_SURROGATE.test(text) ? [] : told.filter((piece) => LONE_SURROGATE.test(piece));
    return JSON.stringify({ ...rest, half }, undefined, 1);
  };
  const whole = shown([text]);
  const cuts = cut === undefined ? [cutEvery(text, 1)] : [cut];
  for (let at = 0; cut === undefined && at <= text.length; at++) cuts.push(cutAt(text, [at]));
  const different = cuts.find((pieces) => shown(pieces) !== whole);
  return different && { cut: different, whole, other: shown(different) };
}
