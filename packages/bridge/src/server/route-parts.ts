import type { Upstream } from "@millrace/models";
import type { AccessRules, RequestContents } from "../bridge-options.js";
import type { Metrics } from "../operations/metrics.js";
import type { AnsweringContext } from "./answer-client.js";
import type { Traffic } from "./traffic.js";

/** What the paths of the bridge are answered with. */
export interface RouteParts {
  context: AnsweringContext;
  /** Told of each answer what was said. Must not throw. */
  onContents?: (contents: RequestContents) => void;
  access: Omit<AccessRules, "token"> & Partial<Pick<AccessRules, "token">>;
  upstream: Upstream;
  traffic: Traffic;
  metrics: Metrics;
  version: string;
}
