const MAX_CHARS = 64;

/**
 * A call's name as it stands on the wire: 1 to 64 letters, digits, `_` or `-`. A model may call what there is not by any
 * name, and servers refuse each request whose history holds another: the session could not go on. Names that are fine
 * stay. Source: the API references of OpenAI and Anthropic (which takes 128).
 *
 * @example
 * wireCallName("functions.read file"); // "functions_read_file"
 */
export function wireCallName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, MAX_CHARS) || "_";
}
