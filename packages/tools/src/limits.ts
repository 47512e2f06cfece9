/** Lines that one read_file call shows. */
export const MAX_READ_LINES = 2_000;
/** UTF-8 bytes that one read_file call shows. */
export const MAX_READ_BYTES = 50 * 1024;
/** Characters of one line that are shown; the rest of the line is left out and said so. */
export const MAX_LINE_CHARACTERS = 2_000;
/** A file is read in pieces of this size; its encoding is judged by the first. Bytes. */
export const READ_CHUNK_BYTES = 1024 * 1024;
/** A file up to this size is read at once, which is quicker than a way through the thread pool. Bytes. */
export const READ_AT_ONCE_BYTES = 128 * 1024;
/** Behind the lines that were asked for, this much is still read to learn the number of lines. Bytes. */
export const MAX_COUNT_AHEAD_BYTES = 4 * 1024 * 1024;
/** A file larger than this is not edited or written over: it would have to be held in memory several times. Bytes. */
export const MAX_EDIT_BYTES = 16 * 1024 * 1024;

/** A temporary file of ours that is older than this belongs to no write that still runs. Milliseconds. */
export const STALE_TEMPORARY_MS = 60_000;

/** Characters of a unified diff that are kept for approval; a longer one is cut and says so. */
export const MAX_DIFF_CHARACTERS = 400_000;
/** A diff that takes longer than this to make is shown as one removed and one added text. Milliseconds. */
export const DIFF_MS = 200;
/** Lines that an error about an edit shows of the file. */
export const MAX_NEAREST_LINES = 12;
/** Places of an ambiguous search that an error names. */
export const MAX_NAMED_PLACES = 10;
/** Lines of the new text that the result of an edit shows, over all its regions. */
export const MAX_SHOWN_EDIT_LINES = 40;

/** Entries that list_files names. */
export const MAX_LISTED = 500;
/** Folders that one walk visits at most. */
export const MAX_WALKED_FOLDERS = 50_000;

/** Matching lines that search_files shows. */
export const MAX_SHOWN_MATCHES = 200;
/** UTF-8 bytes that search_files shows. */
export const MAX_SEARCH_BYTES = 30 * 1024;
/** Characters of a matching line that are shown, from the start of the line. */
export const MAX_MATCH_CHARACTERS = 300;
/** Matching lines after which a search stops looking. */
export const MAX_COUNTED_MATCHES = 20_000;
/** Files larger than this are not searched. Bytes. */
export const MAX_SEARCHED_FILE_BYTES = 8 * 1024 * 1024;
/**
 * A search without ripgrep gives one file this long, so that a bad expression cannot hang the program. Milliseconds.
 */
export const MATCH_MS = 2_000;

/** UTF-8 bytes of a command's output that are kept from its beginning. */
export const OUTPUT_HEAD_BYTES = 10 * 1024;
/** UTF-8 bytes of a command's output that are kept from its end. */
export const OUTPUT_TAIL_BYTES = 20 * 1024;
/** UTF-8 bytes of a command's output that are written to a file when it is longer than head and tail. */
export const MAX_OUTPUT_FILE_BYTES = 64 * 1024 * 1024;
/** A command that names no limit is ended after this. Seconds. */
export const COMMAND_SECONDS = 300;
/** The longest limit a command may name. Seconds. */
export const MAX_COMMAND_SECONDS = 3_600;
/** Between the polite signal and the one that cannot be caught. Milliseconds. */
export const KILL_AFTER_MS = 2_000;
/**
 * A process in the background may hold the pipe open after the shell ended: its output is waited for this long.
 * Milliseconds.
 */
export const OUTPUT_GRACE_MS = 250;

/** Files named in the environment note. Same as the agent words at most. */
export const MAX_NOTE_FILES = 200;
/** Changed files named in the environment note. */
export const MAX_NOTE_CHANGES = 50;
/** `git status` is given this long. Milliseconds. */
export const GIT_STATUS_MS = 1_000;
/** Files beyond those named are counted up to here. */
export const MAX_COUNTED_FILES = 2_000;

/** UTF-8 bytes of one rule file (AGENTS.md and the like) that go into the prompt. */
export const MAX_RULE_FILE_BYTES = 32 * 1024;
/** UTF-8 bytes of all rule files together. */
export const MAX_RULE_BYTES = 64 * 1024;
/** Rule files that are read. */
export const MAX_RULE_FILES = 50;
