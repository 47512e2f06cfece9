/** A fault found, before it is known which request it belongs to. */
export interface Finding {
  rule: string;
  message: string;
  /** Where in the body; empty for the whole. */
  path: string;
}

export function finding(rule: string, path: string, message: string): Finding {
  return { rule, path, message };
}
