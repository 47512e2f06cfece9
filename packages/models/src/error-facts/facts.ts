import type { ErrorFact } from "./error-fact.js";
import { LIMIT_FACTS } from "./limit-facts.js";
import { OVERFLOW_FACTS } from "./overflow-facts.js";
import { PAGE_FACTS } from "./page-facts.js";
import { REFUSAL_FACTS } from "./refusal-facts.js";
import { REQUEST_FACTS } from "./request-facts.js";
import { STATUS_FACTS } from "./status-facts.js";
import { TRANSPORT_FACTS } from "./transport-facts.js";

/**
 * Every fact, in the order they are tried: what is surest first, what a status alone says last.
 *
 * Sources: public error reports as collected in the shared cases, the servers' own documentation.
 */
export const ERROR_FACTS: readonly ErrorFact[] = [
  ...TRANSPORT_FACTS,
  ...PAGE_FACTS,
  ...REFUSAL_FACTS,
  ...LIMIT_FACTS,
  ...OVERFLOW_FACTS,
  ...REQUEST_FACTS,
  ...STATUS_FACTS,
];
