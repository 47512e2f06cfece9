import type { Scenario } from "../scenario.js";
import type { ChatTemplate } from "../templates/chat-template.js";
import { loadTemplate } from "../templates/load-templates.js";
import { TestkitError } from "../testkit-error.js";
import { answerAsModel } from "./answer-as-model.js";
import type { ModelPersona } from "./model-persona.js";
import { MODEL_PERSONAS } from "./model-personas.js";
import { ownTemplate } from "./own-template.js";

/** How a persona is played. */
export interface ModelPersonaOptions {
  /**
   * A folder of chat templates (with index.json and behaviour.json): requests are rendered by the family's own. Default: by a
   * template of the testkit that shows, drops and refuses the same.
   */
  templates?: string;
  /** What share of the model's true time is waited: 1 is all of it. Default 0, for tests. */
  pace?: number;
}

/**
 * A scenario in which this model answers every request, for ever. The names are those of {@link MODEL_PERSONAS}.
 *
 * Rejects with {@link TestkitError} `invalid_option` for a name that is none, or a folder without the template.
 *
 * @example
 * const server = await startModelServer({ scenario: await modelPersona("cutter"), judge: "off" });
 */
export async function modelPersona(name: string, options: ModelPersonaOptions = {}): Promise<Scenario> {
  const persona = MODEL_PERSONAS.find((candidate) => candidate.name === name);
  if (persona === undefined) {
    const names = MODEL_PERSONAS.map((known) => known.name).join(", ");
    throw new TestkitError("invalid_option", `There is no model persona ${name}; there are ${names}.`);
  }
  const template = await templateOf(persona, options.templates);
  const { pace = 0 } = options;
  const [model] = persona.server.models;
  return {
    server: { ...persona.server, models: [{ ...model, chatTemplate: template.source }] },
    answers: [{ make: (request) => answerAsModel(persona, template, pace, request), repeat: "always" }],
    // Whoever measures asks one thing and then another.
    prefix: "report",
  };
}

async function templateOf(persona: ModelPersona, folder: string | undefined): Promise<ChatTemplate> {
  const { native, reasoning } = persona.truth;
  if (folder === undefined) {
    return ownTemplate({
      tools: native === "works" || native === "leaks-as-text" ? "shown" : "dropped",
      system: persona.refusesSystem ? "refused" : "shown",
      turns: persona.alternates ? "alternate" : "any",
      opensThinking: reasoning === "tags-opened-in-prompt",
    });
  }
  const template = await loadTemplate(folder, persona.template);
  if (template !== undefined) return template;
  const message = `templates: there is no ${persona.template} that can be rendered in JavaScript in ${folder}.`;
  throw new TestkitError("invalid_option", message);
}
