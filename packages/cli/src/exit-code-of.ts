import type { ErrorKind } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import { EXIT } from "./exit-codes.js";

/** One row a class of model error. */
const EXIT_OF_KIND: Readonly<Record<ErrorKind, number>> = {
  auth: EXIT.auth,
  quota: EXIT.quota,
  spend_limit: EXIT.quota,
  entitlement: EXIT.quota,
  rate_limit: EXIT.rateLimit,
  overloaded: EXIT.rateLimit,
  network: EXIT.network,
  timeout: EXIT.network,
  context_overflow: EXIT.contextWindow,
  invalid_request: EXIT.refused,
  content_filter: EXIT.refused,
  unknown: EXIT.failed,
};

const USAGE_CODES: ReadonlySet<string> = new Set(["usage", "invalid_option", "invalid_rule", "invalid_model"]);

/** The exit code of an error that ended the program outside of a run. */
export function exitCodeOf(error: unknown): number {
  if (!MillraceError.isInstance(error)) return EXIT.failed;
  if (USAGE_CODES.has(error.code)) return EXIT.usage;
  if ("kind" in error && typeof error.kind === "string" && error.kind in EXIT_OF_KIND) {
    return EXIT_OF_KIND[error.kind as ErrorKind];
  }
  return EXIT.failed;
}
