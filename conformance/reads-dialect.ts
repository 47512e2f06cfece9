import { createParser, InvalidOptionError } from "@millrace/protocol";

/** Whether the reader knows a dialect of that name. */
export function readsDialect(dialect: string): boolean {
  try {
    createParser({ tools: [], dialect });
    return true;
  } catch (error) {
    if (error instanceof InvalidOptionError && error.option === "dialect") return false;
    throw error;
  }
}
