import type { PromptSection } from "./prompt-context.js";

/** Gathers something for the prompt or the environment note. Read once a run; a throw is reported and left out. */
export interface ContextSource {
  name: string;
  /**
   * Sections of the system prompt. Must be stable between runs, or the server's prefix cache is lost.
   *
   * @param warn tells the user, in a sentence, of what is left out
   */
  sections?(signal: AbortSignal, warn: (message: string) => void): Promise<readonly PromptSection[]>;
  /** Facts of the moment for the newest user message. */
  environment?(signal: AbortSignal): Promise<Partial<EnvironmentFacts>>;
}

/** Facts about the machine and the workspace. `tools/project` gathers them, `prompt/environment.ts` words them. */
export interface EnvironmentFacts {
  os: string;
  shell: string;
  folder: string;
  /** ISO date, no time of day: the note of a later turn is then the same unless something changed. */
  date: string;
  git: { head: string; branch?: string; changed: readonly string[]; changedMore: number };
  files: { names: readonly string[]; more: number };
}
