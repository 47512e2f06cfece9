import { readFile } from "node:fs";
import { promisify } from "node:util";

/** All bytes of an open file, from its beginning. Rejects with the error of the system. */
export const readWhole: (fd: number) => Promise<Buffer> = promisify(readFile);
