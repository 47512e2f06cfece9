import { readFile } from "node:fs/promises";
import { UsageError } from "./usage-error.js";

/** Reads a file that the command line names, as UTF-8. Throws UsageError for one that cannot be read. */
export async function readFileFor(what: string, path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${what} cannot be read: ${error instanceof Error ? error.message : error}.`, {
      cause: error,
    });
  }
}

/** Reads standard input to its end, as UTF-8. */
export async function readStandardInput(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
