import type { Persona, PersonaModel } from "../scenario.js";
import type { DialectName } from "./dialects.js";
import type { Character } from "./reply-to.js";

/** A model behind a server: what stands behind the wire and answers requests that nobody scripted. */
export interface ModelPersona extends Omit<Character, "parallel"> {
  name: string;
  /** Who it is, in a sentence. */
  about: string;
  server: Persona & { kind: NonNullable<Persona["kind"]>; models: readonly [PersonaModel] };
  /** Its family's published template, a file in the templates folder. */
  template: string;
  /** A system message is refused by the template. */
  refusesSystem?: true;
  /** Other turns than user and assistant, one after the other, are refused by the template. */
  alternates?: true;
  bytesPerToken: number;
  truth: PersonaTruth;
}

/** What whoever measures the model must find. */
export interface PersonaTruth {
  streams: boolean;
  /**
   * A request with tools: `works`; calls come, but in the text (`leaks-as-text`); the template shows the model none of it, and
   * nothing is said (`dropped`); an error (`refused`).
   */
  native: "works" | "leaks-as-text" | "dropped" | "refused";
  /** Several calls in one message. */
  parallel: boolean;
  /** Tokens of prompt and answer, as the server loads the model. */
  window: number;
  /** Tokens that a request on Ollama's own wire can ask for (`num_ctx`). */
  windowOnRequest?: number;
  /** What is longer is cut at its front, with status 200. */
  cutsSilently: boolean;
  /** Taught in the text. */
  dialects: TaughtDialects;
  reasoning: "none" | "field" | "tags" | "tags-opened-in-prompt";
  promptTokensPerSecond: number;
  outputTokensPerSecond: number;
  /** The model that answers name, where it is not the one that was asked for. */
  answersAs?: string;
  /** Dollars for a million tokens. */
  prices?: { input: number; output: number };
}

/** What becomes of each dialect that is taught. It stands in one of the lists. */
export interface TaughtDialects {
  /** Written as taught, every value byte for byte. */
  works: readonly DialectName[];
  /** Written with a slip that leaves the values whole: line breaks in JSON are not escaped. */
  slips: readonly DialectName[];
  /** The call comes, and whole, but in the family's own syntax: whoever reads that, too, has it. */
  own: readonly DialectName[];
  /** A value is not what it should be or has no end, or there is no call. */
  breaks: readonly DialectName[];
}
