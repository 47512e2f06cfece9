import { utf8 } from "./utf8.js";

/** What a call is to be made with, in the words of a probe. */
export interface AskedCall {
  name: string;
  /** A text of several lines stands below the sentence. */
  values: Readonly<Record<string, string>>;
}

export const WORD = "pelican";
export const CODE_WORD = "heron";
export const PRODUCT = "391";

/** Asks for a single word. */
export const WORD_QUESTION = `Reply with the single word «${WORD}» and nothing else.`;

/** Asks for a sum that is worth a thought: `PRODUCT`. */
export const SUM_QUESTION = "Think first: what is 17 times 23? Then reply with the number and nothing else.";

/** The words that ask for these calls: one, or all of them in one message. */
export function askForCalls(calls: readonly AskedCall[]): string {
  const [first] = calls;
  if (first !== undefined && calls.length === 1) return sentenceFor(first);
  const sentences = calls.map((call, at) => `${at + 1}. ${sentenceFor(call)}`);
  return ["Make these calls in one message, all of them:", ...sentences].join("\n");
}

function sentenceFor({ name, values }: AskedCall): string {
  const entries = Object.entries(values);
  const settings = entries.map(([key, value]) =>
    value.endsWith("\n")
      ? `${key} set to exactly the lines between BEGIN ${key} and END ${key}`
      : `${key} set to ${JSON.stringify(value)}`,
  );
  const lines = entries.flatMap(([key, value]) => (value.endsWith("\n") ? [`BEGIN ${key}\n${value}END ${key}`] : []));
  return [`Call the tool ${name} with ${settings.join(" and ")}.`, ...lines].join("\n");
}

/**
 * A message of about so many bytes that asks at its end for the code word in its first line. Two of different lengths differ
 * from the second line on, so that neither is read out of a cache that holds the other.
 */
export function longMessage(bytes: number): string {
  const first = `The code word is «${CODE_WORD}».`;
  const last = "What is the code word in the first line of this message? Reply with that single word and nothing else.";
  const lines = [`There are about ${Math.round(bytes)} bytes of it.`];
  let size = utf8([first, ...lines, last].join("\n"));
  while (size < bytes) {
    const line = `${lines.length}. The river goes by the old mill, and nobody there counts the boats.`;
    lines.push(line);
    size += line.length + 1;
  }
  return [first, ...lines, last].join("\n");
}
