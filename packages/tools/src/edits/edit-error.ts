import { MillraceError } from "@millrace/protocol";

/** Why an edit or a whole write was refused; the file is then as it was. */
export type EditErrorCode =
  | "no_match"
  | "ambiguous"
  | "overlap"
  | "invalid_block"
  | "no_change"
  | "empty_search"
  | "already_applied"
  | "omission_suspected"
  | "partial_read"
  | "not_read"
  | "stale"
  | "line_numbers"
  | "unsupported_encoding";

/**
 * An edit that was refused. Nothing of it was written. `block` is the index of the block at fault, from 0, where there
 * is one.
 *
 * @example
 * if (error instanceof EditError && error.code === "ambiguous") console.log(error.message); // names the lines
 */
export class EditError extends MillraceError<EditErrorCode> {
  readonly block: number | undefined;

  constructor(code: EditErrorCode, message: string, block?: number) {
    super(code, message);
    this.name = "EditError";
    this.block = block;
  }
}
