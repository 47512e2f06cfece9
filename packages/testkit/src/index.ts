export { loadScenario } from "./load-scenario.js";
export type {
  ExchangeEnd,
  LookUp,
  ModelRequest,
  Prefix,
  ReceivedRequest,
  Violation,
} from "./model-request.js";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./model-server.js";
export type {
  Answer,
  AnswerFunction,
  Call,
  Fault,
  Match,
  Part,
  Persona,
  PersonaModel,
  Scenario,
  Usage,
} from "./scenario.js";
export type { TemplatePrefix } from "./templates/template-judge.js";
export { TestkitError } from "./testkit-error.js";
