/** What is known of a model, and from where. Of several sources the first of `from`'s order that is there wins: `mergeProfiles`. */
export interface ModelProfile {
  server: string;
  model: string;
  /** Tokens. */
  window?: Known<number>;
  /** The server reads only the window of a longer prompt, without a word: its head, the system text in it, is gone. */
  cutsSilently?: Known<boolean>;
  maxOutput?: Known<number>;
  protocol?: Known<"native" | "text">;
  /** The one that is taught. */
  dialect?: Known<string>;
  /** Taught next, one after the other, where calls in `dialect` come out wrong; best first. */
  otherDialects?: Known<readonly string[]>;
  parallel?: Known<boolean>;
  vision?: Known<boolean>;
  /** Where the system text stands: in a message of its own (the default), or at the head of the first user message. */
  systemText?: Known<"system" | "first-user">;
  /** The server runs on this machine or network: timers are generous. */
  local?: true;
  reasoning: Reasoning;
  promptTokensPerSecond?: Known<number>;
  outputTokensPerSecond?: Known<number>;
  /** UTF-8 bytes of a request per token; calibrated from reported usage. Default: `DEFAULT_BYTES_PER_TOKEN`. */
  bytesPerToken?: Known<number>;
  prices?: Known<Prices>;
}

/** How a model's reasoning comes, and what of it goes back; where that is from, unless nobody said it. */
export interface Reasoning extends Partial<Omit<Known<unknown>, "value">> {
  /** In a field of the wire, or between tags in its text. */
  form: "none" | "field" | "tags";
  /** The prompt opens it: an answer begins inside, without an opening tag. */
  opensInPrompt?: true;
  /**
   * What of it goes back to the model: `drop` nothing · `keep` all of it · `echo` that of the running loop, up to the next
   * question · `sign` what the server signed, unchanged and in its place, and nothing else. A signature goes back only to
   * the wire and model family it is from, whatever the rule.
   */
  back: "drop" | "keep" | "echo" | "sign";
}

/** A fact of a model, and where it is from. */
export interface Known<T> {
  value: T;
  from: "user" | "measured" | "server" | "catalogue";
  /** When it was learnt, ISO 8601. */
  at: string;
  /** Why it is so, where a user may wonder: a sentence without its full stop, e.g. `its chat template shows no tools`. */
  why?: string;
}

/** US dollars per million tokens. */
export interface Prices {
  input: number;
  output: number;
  cacheRead?: number;
  cacheWrite?: number;
}
