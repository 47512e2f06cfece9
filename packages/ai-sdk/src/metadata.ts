import type { ToolUseBlock } from "@millrace/protocol";
import type { CallMetadata, ProviderData } from "./specification.js";

/*
 * What the middleware notes on parts of an answer, as `providerMetadata.millrace`. The SDK keeps it with the conversation
 * and hands it back as `providerOptions.millrace` of the same part.
 */

/** On reasoning that stood in the answer's text. */
export const READ_FROM_TEXT: ProviderData = { millrace: { readFrom: "text" } };

/** On a call: in which dialect it was read, what was mended, and why it may be talk and not action. */
export function callMetadata({ dialect, repairs, doubtful }: ToolUseBlock): CallMetadata {
  return {
    millrace: {
      dialect,
      repairs: repairs.map(({ message }) => message),
      ...(doubtful !== undefined && { doubtful }),
    },
  };
}

export function isReadFromText(data: ProviderData | undefined): boolean {
  return data?.millrace?.readFrom === "text";
}

/** The dialect in which a call was read; undefined for a native one. */
export function recordedDialect(data: ProviderData | undefined): string | undefined {
  const dialect = data?.millrace?.dialect;
  return typeof dialect === "string" ? dialect : undefined;
}
