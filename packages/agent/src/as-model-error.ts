import { MillraceError } from "@millrace/protocol";
import { messageOf } from "./message-of.js";
import { ModelError } from "./model-error.js";

/** What was thrown while a request was made or read, as a ModelError: anything else is a fault, and not tried again. */
export function asModelError(error: unknown, provider: string): ModelError {
  if (isModelError(error)) return error;
  const message = messageOf(error);
  return new ModelError(
    `The request could not be made or read: ${message}`,
    {
      kind: "unknown",
      phase: "connect",
      retryable: false,
      provider,
      remedy: "This is a fault of this program or of the model client, not of the server; please report it.",
    },
    { cause: error },
  );
}

/** Whether it is a ModelError, also one made by another installed copy of this package. */
export function isModelError(error: unknown): error is ModelError {
  return MillraceError.isInstance(error) && error.code === "model_error";
}
