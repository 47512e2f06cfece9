/** Halves of pairs as `JSON.stringify` writes them, and escaped backslashes, which may stand in front of any letter. */
const LONE = /\\\\|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * The JSON text with U+FFFD for halves of surrogate pairs. Clients that cut texts leave them behind, and servers refuse
 * them. Samples: Anthropic "no low surrogate in string", llama.cpp "surrogate U+D800..U+DBFF must be followed by
 * U+DC00..U+DFFF", Python's "surrogates not allowed". O(length).
 *
 * @param json as `JSON.stringify` writes it
 */
export function wellFormed(json: string): string {
  return json.includes("\\ud") ? json.replace(LONE, (found) => (found === "\\\\" ? found : "\ufffd")) : json;
}
