/** What became of a dialect that was taught. */
export interface DialectFinding {
  /** `auto`: cline is taught, all are read. */
  dialect: string;
  /** The one that the model wrote, where it was another one. */
  wrote?: string;
  /** A whole call came. */
  called: boolean;
  /** The file came as it was asked for, carriage returns aside. */
  body: boolean;
  /** The edit applied. */
  edit: boolean;
}

/** Everything was right. */
export function isPerfect({ body, edit }: Pick<DialectFinding, "body" | "edit">): boolean {
  return body && edit;
}

/** The better of two is the larger: an edit counts as a file does, either more than a call. */
export function scoreOf({ called, body, edit }: Pick<DialectFinding, "called" | "body" | "edit">): number {
  return (called ? 1 : 0) + (body ? 2 : 0) + (edit ? 2 : 0);
}
