import type { ErrorKind } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";

/** What the program ends with; scripts hold on to these. The whole table is in docs/CLI.md. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  auth: 10,
  quota: 11,
  rateLimit: 12,
  network: 13,
  contextWindow: 14,
  refused: 15,
  workspace: 20,
  interrupted: 130,
  terminated: 143,
} as const;

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
