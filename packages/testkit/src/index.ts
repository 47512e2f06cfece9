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
export type {
  Answer,
  AnswerFunction,
  BadEnd,
  Call,
  Fault,
  Match,
  Outage,
  Part,
  Persona,
  PersonaModel,
  Scenario,
  Usage,
} from "./scenario.js";
export type { TemplatePrefix } from "./templates/template-judge.js";
export { TestkitError } from "./testkit-error.js";
