import type { Repair } from "../block.js";

/** How a call came to its end: `close`: the model closed it · `repair`: by a rule · `end`: cut off. */
export interface CallClose {
  end: number;
  closedBy: "close" | "repair" | "end";
}

/** A call as far as it was read, whatever form it is written in. */
export interface ReadCall {
  /** The tool's name. */
  readonly name: string;
  /** Place of its first character. */
  readonly start: number;
  /** Set when the call has ended: nothing more is read. */
  readonly closed: CallClose | undefined;
  doubtful: string | undefined;
  /** Notes what was mended, each message once. */
  repair(kind: Repair["kind"], message: string): void;
  /** From now on events go out, for what was read already too. */
  show(): void;
}
