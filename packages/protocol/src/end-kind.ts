/** What an end of the message allows: `mend`: a regular end · `leave`: no reason given · `cut`: the message was cut. */
export type EndKind = "mend" | "leave" | "cut";
