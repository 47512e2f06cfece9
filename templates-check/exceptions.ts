import type { Fault } from "./fault.js";

/** A template for which something does not hold, and why. What is excepted must show: an exception that does not is one too many. */
export type Exception = { file: string; why: string } & (
  | { /** These faults are its own doing. */ faults: (fault: Fault) => boolean }
  | { /** Natively it cannot be judged: it is judged in text. */ judgedIn: "text" }
  | { /** Earlier text changes from turn to turn. */ prefix: "less" }
);

const APPENDS =
  "it appends to lists natively, which llama.cpp's engine alone can; the form on the model hub passes (kimi-k2, kimi-k2-thinking-hf)";

const CLOSING_RULES =
  "it repeats its closing rules behind the last message, in either protocol, and those are read anew each turn";

/** Every template that is excepted from something. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    file: "mirothinker.jinja",
    why: "it assigns to messages, which no Jinja allows: it breaks on any message of an assistant, whatever is in it",
    faults: ({ kind }) => kind === "refused",
  },
  {
    file: "nemotron-nano-v2.jinja",
    why: "`/think` in a user's or system text is its switch for reasoning and is taken out, also of a word like `</think>`",
    faults: ({ what }) => what.includes("USER-M2"),
  },
  { file: "kimi-k2-instruct.jinja", why: APPENDS, judgedIn: "text" },
  { file: "kimi-k2-thinking.jinja", why: APPENDS, judgedIn: "text" },
  { file: "command-r.jinja", why: CLOSING_RULES, prefix: "less" },
  { file: "command-r-plus-tool-use.jinja", why: CLOSING_RULES, prefix: "less" },
];
