import { MillraceError } from "@millrace/protocol";
import { codeOf } from "./store/replace-file.js";

/** A profile could not be written: what was learnt is not remembered. The message names the file and the reason. */
export class ProfileStoreError extends MillraceError<"profile_not_stored"> {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      "profile_not_stored",
      `What was learnt of the model cannot be kept in ${path}: ${why}. ${remedyFor(codeOf(cause))}`,
      { cause },
    );
    this.name = "ProfileStoreError";
  }
}

const FULL: readonly unknown[] = ["ENOSPC", "EDQUOT"];

function remedyFor(code: unknown): string {
  return FULL.includes(code)
    ? "Free some space there, and it is learnt again."
    : "Make that a folder which you can write to, and it is learnt again.";
}
