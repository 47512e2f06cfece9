import { MillraceError } from "@millrace/protocol";
import type { FileErrorCode } from "@millrace/tools";
import { EXIT } from "./exit-codes.js";

const USAGE_CODES: ReadonlySet<string> = new Set(["usage", "invalid_option"]);
const WORKSPACE_CODES: ReadonlySet<string> = new Set<FileErrorCode>([
  "not_found",
  "not_a_folder",
  "permission_denied",
  "disk_full",
  "io_error",
]);

/** The exit code of an error that ended the program outside of a run. */
export function exitCodeOf(error: unknown): number {
  if (isSystemError(error)) return EXIT.workspace;
  if (!MillraceError.isInstance(error)) return EXIT.failed;
  if (USAGE_CODES.has(error.code)) return EXIT.usage;
  return WORKSPACE_CODES.has(error.code) ? EXIT.workspace : EXIT.failed;
}

/** What the operating system refused: a full disk, a folder without permission. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
