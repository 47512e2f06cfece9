import { existsSync } from "node:fs";

const BASH = "/bin/bash";

/** The shell that commands run in: bash where it is, else `sh`. */
export function findShell(): string {
  return existsSync(BASH) ? BASH : "/bin/sh";
}
