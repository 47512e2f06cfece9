/** Models of the upstream of which something is remembered. */
export const MAX_KNOWN_MODELS = 64;
/** Grammars of one model that are kept, each for a set of tools. */
export const MAX_KNOWN_GRAMMARS = 16;
/** Tools whose JSON is longer get no grammar, characters: agents send up to 80 Ki. */
export const MAX_GRAMMAR_TOOLS = 512 * 1024;
/** An answer that says nothing is asked for so often in all. */
export const MAX_EMPTY_TRIES = 3;
/** A request's body may be so long, bytes: a window of a million tokens, some pictures, and room. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** And nested so deep: arguments of a call in a history of messages, and far more than any client writes. */
export const MAX_BODY_DEPTH = 512;
/** When nothing is known of the answer for so long, the client is told that it is being worked on, milliseconds. */
export const FIRST_KEEP_ALIVE_MS = 5_000;
/** While nothing else is sent, a sign of life comes this often, milliseconds: proxies give up after 30 to 60 s. */
export const KEEP_ALIVE_MS = 10_000;
/** The headers of a request must be there within this time, milliseconds. */
export const HEADERS_MS = 30_000;
/** The whole of a request must be there within this time, milliseconds: 64 MiB at 2 Mbit/s. Its answer may take as long as it takes. */
export const REQUEST_MS = 300_000;
/** Headers of a request, bytes: agents put JSON into them; Node's own limit is 16 KiB. */
export const MAX_HEADER_BYTES = 64 * 1024;
/** A connection without a request is kept for the next one, milliseconds: longer than nginx does (60 s), or both use it at once. */
export const IDLE_CONNECTION_MS = 75_000;
/** A silent connection is asked for a sign of life so often, milliseconds. */
export const TCP_KEEP_ALIVE_MS = 30_000;
/** A client that takes nothing of what is there for it is given up after this time, milliseconds. */
export const STALLED_CLIENT_MS = 600_000;
/** Once the bridge is to stop, answers under way may take so long to end, milliseconds: Kubernetes kills after 30 s. */
export const GRACE_MS = 20_000;
/** After that, clients are told that it ends, and have so long to take it, milliseconds. */
export const LAST_WORDS_MS = 1_000;
/** Where wrong JSON is wrong is looked for in so much of it, characters. */
export const MAX_EXPLAINED_JSON = 1024 * 1024;
/** Models by name in the metrics; further ones are counted together: the names are the clients' choice. */
export const MAX_MODEL_LABELS = 32;
/** Of the name of a model, so much is shown in the metrics, characters. */
export const MAX_LABEL_CHARS = 200;
/** The name of a model may be so long, characters: the longest are paths of files. */
export const MAX_MODEL_NAME = 4096;
/** Of an answer, so much is kept for the log of contents, characters. */
export const MAX_RECORDED_CHARS = 4 * 1024 * 1024;
