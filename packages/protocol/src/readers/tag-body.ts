/** A call of the body's own tool that the body quotes. */
interface InnerCall {
  inBody: boolean;
  /** Same-named tags that it opened and that wait for their close. */
  wait: number;
}

/** What stands behind a `</body>`, blanks skipped. */
export type Follower = "tool-close" | "unset-parameter" | "set-parameter" | "else";

/** What a `</body>` is, by what follows it. `check`: its call's close, unless what follows that is code. */
export type BodyClose = "content" | "check" | "provisional" | "leaves-inner-body";

/**
 * Counts what a body opened, and decides what each of its closes is. The rules are the table in docs/READER.md: a close
 * is believed only where what follows it, and what the body itself opened before, leave little doubt; where there is
 * doubt it is content, and the call is refused at the end instead of cut.
 */
export class TagBody {
  #wait = 0;
  readonly #inner: InnerCall[] = [];
  /** Closes of its own name seen so far. */
  closes = 0;

  /** Another body begins. */
  reset(): void {
    this.#wait = 0;
    // Setting the length of an array is slow even where it stays.
    if (this.#inner.length > 0) this.#inner.length = 0;
    this.closes = 0;
  }

  /** `<body>` inside the body. */
  opensSameName(): void {
    const top = this.#top;
    if (top === undefined) this.#wait++;
    else if (top.inBody) top.wait++;
    else top.inBody = true;
  }

  /** `<tool>` inside the body, and the next tag is one of the tool's own: a quoted call. */
  opensInnerCall(): void {
    this.#inner.push({ inBody: false, wait: 0 });
  }

  /** `</tool>` inside the body. Ends a quoted call whose body is not open. */
  closesTool(): void {
    if (this.#top !== undefined && !this.#top.inBody) this.#inner.pop();
  }

  /** Nothing that the body opened is open. */
  get nothingWaits(): boolean {
    return this.#inner.length === 0 && this.#wait === 0;
  }

  /** A close "stands free": first on its line, or no same-named tag that was opened still waits. */
  standsFree(firstOnLine: boolean): boolean {
    return firstOnLine || (this.#top?.wait ?? this.#wait) === 0;
  }

  /** Decides a `</body>` that is followed by `follower`, and counts it. */
  close(follower: Follower, firstOnLine: boolean): BodyClose {
    const top = this.#top;
    const free = this.standsFree(firstOnLine);
    if (follower === "tool-close") {
      if (top === undefined && free) return "check";
      if (top !== undefined && (free || !top.inBody)) this.#inner.pop();
      else this.#unwait();
      return "content";
    }
    if (follower === "unset-parameter" && top === undefined && free) return "provisional";
    if ((follower === "unset-parameter" || follower === "set-parameter") && top?.inBody === true && free) {
      top.inBody = false;
      return "leaves-inner-body";
    }
    this.#unwait();
    return "content";
  }

  get #top(): InnerCall | undefined {
    return this.#inner[this.#inner.length - 1];
  }

  #unwait(): void {
    const top = this.#top;
    if (top === undefined) this.#wait = Math.max(0, this.#wait - 1);
    else top.wait = Math.max(0, top.wait - 1);
  }
}

const CODE_FOLLOWERS = new Set(Array.from("\"'`\\,;:.)]}|&+*=!?", (character) => character.charCodeAt(0)));

/** A character that shows that the `</tool>` before it stands in code: a quote, a bracket, an operator. */
export function continuesCode(code: number): boolean {
  return CODE_FOLLOWERS.has(code);
}
