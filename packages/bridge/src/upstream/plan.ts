import type { PreparedRequest } from "@millrace/agent";
import type { AnswerSource } from "../answer/answer-source.js";
import type { BridgeMode } from "./mode.js";

/** A client's request as the upstream gets it, and how its answer is read. */
export interface Plan {
  mode: BridgeMode;
  /** Of text calls: the dialect that is taught. */
  dialect: string;
  prepared: PreparedRequest;
  /** The answer is held to a grammar. */
  constrained?: true;
  /** Makes the reader of one answer. @param id prefix of the calls' ids */
  reader(id: string): AnswerSource;
}
