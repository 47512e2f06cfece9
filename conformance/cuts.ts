import { seededRandom } from "./seeded-random.js";

/** One way of cutting a text into the pieces it is fed in. */
export interface Cut {
  readonly name: string;
  readonly pieces: readonly string[];
}

/** A text whole, one UTF-16 unit at a time, and cut at three places that are random but the same for the same seed. */
export function cutsOf(text: string, seed: string): readonly Cut[] {
  return [
    { name: "whole", pieces: [text] },
    { name: "one unit at a time", pieces: text.split("") },
    { name: "cut at three places", pieces: cutAtThreePlaces(text, seed) },
  ];
}

function cutAtThreePlaces(text: string, seed: string): string[] {
  const random = seededRandom(seed);
  const places = [0, 0, 0].map(() => Math.floor(random() * (text.length + 1))).sort((one, other) => one - other);
  return [0, ...places].map((from, index) => text.slice(from, places[index]));
}
