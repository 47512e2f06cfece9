/** How requests and answers are written. */
export type WireName = (typeof WIRE_NAMES)[number];

/** Every wire there is. */
export const WIRE_NAMES = ["openai-chat", "openai-responses", "anthropic-messages", "ollama-chat"] as const;

/** One row of the provider table: what is known of a provider before a word was exchanged. */
export interface Provider {
  /** As written in `PROVIDER/NAME`. */
  name: string;
  /** As shown. */
  title: string;
  /** The wire that is spoken unless another is asked for. */
  wire: WireName;
  /** Where the wire's paths begin, without a slash at the end. Absent: the user has to say. */
  baseUrl?: string;
  /** The environment variable that holds the key. Absent: none is needed. */
  keyVariable?: string;
  /** Runs on the user's machine or network. */
  local?: true;
  /**
   * The model's own chat template, as it was published, stands between us and the model: what the catalogue of families
   * knows of the model holds. Absent where the provider makes prompts in its own way, whatever the model is called.
   */
  chatTemplate?: "published";
  /** Of a local server: a sentence that says how to start it. */
  start?: string;
  /** Of the chat wire: the field for the limit of the answer. Default `max_tokens`. */
  maxTokensField?: "max_completion_tokens";
  /** Of the chat wire: `stream_options` is refused; usage comes unasked. */
  noStreamOptions?: true;
  /** Of the chat wire: the field in which the reasoning of earlier messages goes back. Default `reasoning_content`. */
  reasoningField?: "reasoning";
  /**
   * `echo`: reasoning goes back inside a running tool loop. `sign`: what the server signed goes back unchanged, in its
   * place, always; other reasoning does not. Absent: the server does not want it.
   */
  reasoningBack?: "echo" | "sign";
  /**
   * Of the responses wire: asked for it, the server gives the thoughts of these models encrypted, so that they can go back.
   * Some servers refuse a request that asks for those of a model that has none.
   */
  encryptedReasoning?: RegExp;
  /** Of the chat wire: what came as `reasoning_details` goes back whole with its reasoning. */
  reasoningDetails?: true;
  /** Of the chat wire: what came as a call's `extra_content` goes back with it, always. */
  extraContent?: true;
  /** Of the chat and responses wires: where a grammar in GBNF stands, a dot leading into an object. Absent: the server takes none. */
  grammarField?: "grammar" | "structured_outputs.grammar";
}
