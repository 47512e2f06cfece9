import { readFile } from "node:fs/promises";
import type { Line } from "./kind.js";

/** The lines of a JSON Lines file, blank ones left out. */
export async function readLines(file: string): Promise<Line[]> {
  const text = await readFile(file, "utf8");
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [JSON.parse(line) as Line];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1} is not JSON`, { cause: error });
    }
  });
}
