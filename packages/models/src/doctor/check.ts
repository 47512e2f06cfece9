import type { ModelProfile } from "@millrace/agent";
import type { CheckName } from "./check-names.js";
import type { Finding } from "./examination.js";
import type { Examinee } from "./examinee.js";

/** Something that is found out of a model. */
export interface Check {
  name: CheckName;
  /**
   * Asks what it must and yields what it found, mostly once. Throws the ModelError of a request that tells nothing of what
   * was to be found out, e.g. of a connection, and the signal's reason.
   */
  run(examinee: Examinee): AsyncIterable<Found>;
}

/** A finding before it is counted, and what of it is worth remembering. */
export interface Found extends Pick<Finding, "verdict" | "said"> {
  dialect?: string;
  facts?: Finding["facts"];
  learnt?: Partial<ModelProfile>;
}
