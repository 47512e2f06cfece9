/** A single event of a stream may be this long, UTF-16 units; a longer one fails the answer. */
export const MAX_EVENT_CHARS = 64 * 1024 * 1024;
/** Of a body that is an error, this much is read and looked at, bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;
/** Of an error, wherever it came from, this much is matched against the tables, UTF-16 units. */
export const MAX_ERROR_CHARS = 64 * 1024;
/** A wait or a reset that a server names is believed up to a month: longer than that no limit lasts, milliseconds. */
export const MAX_BELIEVED_WAIT_MS = 32 * 24 * 60 * 60 * 1_000;
/** A wait that a server asks for is told to people from this on, milliseconds: shorter ones are simply waited for. */
export const MIN_TOLD_WAIT_MS = 60_000;
/** Of what a server said, this much is shown, characters. */
export const MAX_SHOWN_CHARS = 400;
/** After its end mark a body may take so long to end before its connection is given up, milliseconds. */
export const DRAIN_MS = 500;
/** A page that a proxy sends in place of a connection is read for so long, milliseconds. */
export const PROXY_PAGE_MS = 500;
/**
 * A connection that was idle for longer is not used again, milliseconds by the clock on the wall. Servers close theirs
 * after 5 s (Node, uvicorn) to 75 s (nginx); whoever slept longer may hold one that is dead and does not say so. A new
 * one costs a few round trips.
 */
export const MAX_IDLE_MS = 30_000;
/**
 * A silent connection is asked for a sign of life so often, milliseconds: NATs forget one after 60 s or later, and a dead
 * one ends with an error. Node's own figure for agents is 1 s, and then ten questions, one a second: a network that is
 * away for 11 s would end every answer that is still being thought about.
 */
export const TCP_KEEP_ALIVE_MS = 30_000;
/** What a server knows of a model is asked for so long, milliseconds. */
export const PROBE_MS = 2_000;
/** Local servers answer within this time or are not there, milliseconds. */
export const DISCOVERY_MS = 500;
/** An answer about models is read up to this size, bytes. */
export const MAX_METADATA_BYTES = 8 * 1024 * 1024;
/** A longer name of a model, or anything like a name, is none, UTF-16 units. */
export const MAX_NAME_CHARS = 512;
/** Of a list, so many models are looked at: the longest that is known (a router of hosts) has several hundred. */
export const MAX_LISTED_MODELS = 5_000;
/** Models of a list that a server is asked about at the same time. */
export const MAX_PARALLEL_QUESTIONS = 8;
/** Ollama's own default: a smaller context is never asked for, tokens. */
export const MIN_OLLAMA_CONTEXT = 4_096;
/** What a model of the messages wire is asked to write at most, unless the request or its family says less, tokens. */
export const DEFAULT_MAX_TOKENS = 32_000;
/** A smaller limit of the answer is refused on the responses wire, tokens. Source: OpenAI's API, "Expected a value >= 16". */
export const MIN_RESPONSE_TOKENS = 16;
/** Cache marks that a request of the messages wire may hold. Source: Anthropic's documentation, "Prompt caching". */
export const MAX_CACHE_MARKS = 4;
/** A stored profile is read up to this size, bytes: one has a few hundred. */
export const MAX_PROFILE_BYTES = 256 * 1024;
/** Of a write that others came before, so many tries: theirs take milliseconds, and each that goes through is an end of them. */
export const MAX_PROFILE_WRITES = 5_000;
/** A claim to a profile lasts as long as a look and a rename; one that is older is of a process that died, milliseconds. */
export const DEAD_CLAIM_MS = 5_000;
/** What a process that died left beside profiles is taken away when it is so old, milliseconds. */
export const OLD_LEFTOVER_MS = 60 * 60 * 1_000;
/** What a probe of `millrace doctor` may write besides reasoning, tokens: the longest asks for a file of 200. */
export const ANSWER_TOKENS = 768;
/** And for its reasoning, tokens: small models think about a short question for up to a thousand. */
export const REASONING_TOKENS = 1_536;
/** Where that is not enough: models that weigh every byte of a file take a few thousand. */
export const MORE_REASONING_TOKENS = 6_144;
/** A probe may take so long in all, retries among it, milliseconds: of a local model, which may load itself first, and of a hosted one. */
export const LOCAL_PROBE_MS = 300_000;
export const REMOTE_PROBE_MS = 120_000;
/** Servers are known to cut silently at this size, the smallest: Ollama's default. Tokens. */
export const SILENT_WINDOW = 4_096;
/** A long probe is not sent where reading it would take longer, milliseconds; with `thorough`. */
export const MAX_READING_MS = 60_000;
export const MAX_THOROUGH_READING_MS = 600_000;
/** Dialects that are taught at most. */
export const MAX_DIALECTS = 4;
/** Probes that may take too long before the examination ends. */
export const MAX_TIMEOUTS = 2;
