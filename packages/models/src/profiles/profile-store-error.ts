import { MillraceError } from "@millrace/protocol";

/** A profile could not be written: what was learnt holds for this run and is not remembered. The message names the file and the reason. */
export class ProfileStoreError extends MillraceError<"profile_not_stored"> {
  constructor(path: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      "profile_not_stored",
      `What was learnt of the model cannot be kept in ${path}: ${why}. It counts for now; make the folder writable to keep it.`,
      { cause },
    );
    this.name = "ProfileStoreError";
  }
}
