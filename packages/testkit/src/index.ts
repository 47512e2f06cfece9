export { type FaultPhase, faultsOn, type NamedFault } from "./faults/faults-on.js";
export { loadScenario } from "./load-scenario.js";
export type {
  ExchangeEnd,
  LookUp,
  ModelRequest,
  Prefix,
  ReceivedRequest,
  Violation,
  Wire,
} from "./model-request.js";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./model-server.js";
export type { DialectName } from "./personas/dialects.js";
export type { ModelPersona, PersonaTruth, TaughtDialects } from "./personas/model-persona.js";
export { MODEL_PERSONAS } from "./personas/model-personas.js";
export { type ModelPersonaOptions, modelPersona } from "./personas/play-persona.js";
export type {
  Answer,
  AnswerFunction,
  BadEnd,
  Call,
  Fault,
  MadeAnswer,
  Match,
  Outage,
  Part,
  Persona,
  PersonaModel,
  Scenario,
  Speed,
  Usage,
  Weights,
} from "./scenario.js";
export type { ChatTemplate } from "./templates/chat-template.js";
export { comparePrompts, sharedLength } from "./templates/compare-prompts.js";
export { loadTemplates } from "./templates/load-templates.js";
export { type LostWords, lostWords } from "./templates/lost-words.js";
export { renderRequest } from "./templates/render-request.js";
export type { RenderedPrompt, TemplatePrefix } from "./templates/template-judge.js";
export { TestkitError } from "./testkit-error.js";
