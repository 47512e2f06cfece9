import { styleText } from "node:util";

/** Colours by what they mean. Each function returns the text as it is where colours are off. */
export interface Colours {
  added(text: string): string;
  removed(text: string): string;
  place(text: string): string;
  dim(text: string): string;
  strong(text: string): string;
  bad(text: string): string;
  good(text: string): string;
  doubtful(text: string): string;
}

const plain = (text: string): string => text;

/** No colours at all. */
export const noColours: Colours = {
  added: plain,
  removed: plain,
  place: plain,
  dim: plain,
  strong: plain,
  bad: plain,
  good: plain,
  doubtful: plain,
};

const ansiColours: Colours = {
  added: (text) => styleText("green", text),
  removed: (text) => styleText("red", text),
  place: (text) => styleText("cyan", text),
  dim: (text) => styleText("dim", text),
  strong: (text) => styleText("bold", text),
  bad: (text) => styleText("red", text),
  good: (text) => styleText("green", text),
  doubtful: (text) => styleText("yellow", text),
};

/** Colours for a stream: only on a terminal that has them. Node honours NO_COLOR, FORCE_COLOR and TERM here. */
export function coloursFor(stream: NodeJS.WriteStream): Colours {
  return stream.isTTY && stream.hasColors() ? ansiColours : noColours;
}
