/** What is known of a model, and from where. Of several sources the first of `from`'s order that is there wins. */
export interface ModelProfile {
  server: string;
  model: string;
  /** Tokens. */
  window?: Known<number>;
  maxOutput?: Known<number>;
  protocol?: Known<"native" | "text">;
  dialect?: Known<string>;
  parallel?: Known<boolean>;
  vision?: Known<boolean>;
  /** Where the system text stands: in a message of its own (the default), or at the head of the first user message. */
  systemText?: Known<"system" | "first-user">;
  /** The server runs on this machine or network: timers are generous. */
  local?: true;
  reasoning: {
    form: "none" | "field" | "tags";
    opensInPrompt?: true;
    /**
     * What of it goes back to the model: `drop` nothing · `keep` all of it · `echo` that of the running loop, up to the next
     * question · `sign` what the server signed, unchanged and in its place, and nothing else. A signature goes back only to
     * the wire and model family it is from, whatever the rule.
     */
    back: "drop" | "keep" | "echo" | "sign";
  };
  promptTokensPerSecond?: Known<number>;
  /** UTF-8 bytes of a request per token; calibrated from reported usage. Default 4. */
  bytesPerToken: number;
  prices?: Prices;
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
