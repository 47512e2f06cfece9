import type { Known, ModelProfile } from "@millrace/agent";
import { familyDialects } from "./family-dialects.js";
import { findFamily } from "./find-family.js";
import { NATIVE_TOOLS_FAULTS, SECOND_CALL_FAULTS, SYSTEM_MESSAGE_FAULTS } from "./model-family.js";

/** When the templates of the catalogue were read. */
const READ_AT = "2026-11-30T00:00:00.000Z";

/**
 * What a model's name says of the shape its requests must have: protocol, place of the system text, one call a message,
 * no reasoning sent back, and the dialects to teach behind the first one. Each says why, `from: "catalogue"`; what the server, a measurement or the user says goes before
 * it. A family of which all is known to come through says so (`native`); an unknown name says nothing. Never throws.
 *
 * @example
 * familyProfile("gemma2:9b").systemText?.value; // "first-user"
 */
export function familyProfile(model: string): Partial<ModelProfile> {
  const row = findFamily(model);
  if (row === undefined) return {};
  const dialects = familyDialects(model);
  const { nativeTools, systemMessage, secondCall, reasoning } = row;
  return {
    protocol: nativeTools === undefined ? known("native") : known("text", NATIVE_TOOLS_FAULTS[nativeTools]),
    ...(systemMessage && { systemText: known("first-user", SYSTEM_MESSAGE_FAULTS[systemMessage]) }),
    ...(secondCall && { parallel: known(false, SECOND_CALL_FAULTS[secondCall]) }),
    ...(reasoning && { reasoning: { form: "field", back: "drop", from: "catalogue", at: READ_AT } }),
    ...(dialects && { otherDialects: known(dialects) }),
  };
}

function known<const T>(value: T, why?: string): Known<T> {
  return { value, from: "catalogue", at: READ_AT, ...(why === undefined ? {} : { why }) };
}
