import type { Prices } from "@millrace/agent";

/** What a server says of one of its models. Only what it says: nothing is guessed, and what it does not say is absent. */
export interface ModelFacts {
  /** As requests name it. */
  name: string;
  /** The window it runs with now, tokens. */
  runsWith?: number;
  /** The longest window it can have, tokens. */
  trained?: number;
  maxOutput?: number;
  tools?: boolean;
  parallel?: boolean;
  vision?: boolean;
  /** It thinks before it answers, and the server gives that in a field of its own. */
  thinks?: boolean;
  /** The template takes a system message. */
  systemMessage?: boolean;
  prices?: Prices;
  /** The chat template, as the server shows it: Jinja, or Ollama's Go. Never run. */
  template?: string;
  quantization?: string;
  /** Which weights: tells two versions of one name apart, and says nothing else. */
  weights?: string;
  /** Size of the weights on disk, bytes. */
  sizeBytes?: number;
  /** What the cache holds for each token of the window at 16 bits a number, bytes. */
  cacheBytesPerToken?: number;
  /** It is in memory. */
  loaded?: boolean;
  /** It makes vectors and does not chat. */
  embeds?: true;
}
