/** An answer as a client of the bridge sees it through its maker's own library. */
export interface SeenAnswer {
  /** In the order of the answer, where the format has one: text and calls of chat completions stand apart. */
  readonly parts: readonly SeenPart[];
  /** The word for the end, on the client's wire; undefined where the answer broke off. */
  readonly finish: string | undefined;
  /** In the client's own terms. */
  readonly usage: Readonly<Record<string, number>>;
  /** What the library threw: the message of the error. */
  readonly error: string | undefined;
  /** All texts of the answer as they grew: what a user could have seen. */
  readonly shown: readonly string[];
}

export type SeenPart =
  | { readonly type: "text" | "reasoning"; readonly text: string }
  | { readonly type: "call"; readonly id: string; readonly name: string; readonly json: string };

/** Collects what a stream says, part by part. */
export class SeenParts {
  readonly parts: (SeenPart & { key: string })[] = [];
  readonly shown: string[] = [];
  finish: string | undefined;
  usage: Record<string, number> = {};

  text(type: "text" | "reasoning", key: string, piece: string): void {
    const at = this.parts.findIndex((part) => part.key === key);
    const known = this.parts[at];
    const text = (known && "text" in known ? known.text : "") + piece;
    const part = { type, key, text };
    if (at === -1) this.parts.push(part);
    else this.parts[at] = part;
    this.shown.push(text);
  }

  call(key: string, piece: { id?: string | undefined; name?: string | undefined; json?: string | undefined }): void {
    const at = this.parts.findIndex((part) => part.key === key);
    const known = this.parts[at];
    const before = known?.type === "call" ? known : { id: "", name: "", json: "" };
    const part = {
      type: "call" as const,
      key,
      id: piece.id ?? before.id,
      name: before.name + (piece.name ?? ""),
      json: before.json + (piece.json ?? ""),
    };
    if (at === -1) this.parts.push(part);
    else this.parts[at] = part;
    this.shown.push(part.json);
  }

  seen(error: unknown): SeenAnswer {
    return {
      parts: this.parts.map(({ key: _key, ...part }) => part),
      finish: this.finish,
      usage: this.usage,
      error: error === undefined ? undefined : error instanceof Error ? error.message : String(error),
      shown: this.shown,
    };
  }
}
