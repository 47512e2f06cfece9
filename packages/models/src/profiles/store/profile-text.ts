import type { ModelProfile } from "@millrace/agent";
import { nearestName } from "@millrace/protocol";
import { type JsonRecord, recordIn } from "../../json.js";
import { MAX_SHOWN_CHARS } from "../../limits.js";
import type { SaidProfile } from "../profile-now.js";
import type { ServerSaid } from "../server-said.js";
import { isValueKey, type ProfileValueKey, REASONING_CHECK, VALUE_CHECKS, type ValueCheck } from "./value-checks.js";

/** Of the files that are written. */
const VERSION = 1;

/** Which model of which server a profile is of. */
export interface ProfilePlace {
  /** The server's address as `ConnectedModel.address` has it, e.g. `http://127.0.0.1:11434`. */
  server: string;
  /** As the server knows it, e.g. `qwen3:8b`. */
  model: string;
}

/** What a file says. */
export interface ProfileText extends SaidProfile {
  /** Of whom; absent where the file does not tell. */
  place?: ProfilePlace;
  /** What is wrong with it, a sentence each that begins with the field. */
  faults: readonly string[];
}

/** A profile as a file for people: JSON, indented, with a line break at its end. */
export function writeProfileText({ server, model }: ProfilePlace, { profile, said }: SaidProfile): string {
  return `${JSON.stringify({ v: VERSION, server, model, said, values: profile }, undefined, 2)}\n`;
}

/** Reads what {@link writeProfileText} wrote, and whatever hands made of it: each good value counts, the others are faults. Never throws. */
export function readProfileText(text: string): ProfileText {
  const nothing = { profile: {}, said: {} };
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ...nothing, faults: [`it is not JSON (${shortened(why)}); it must hold one JSON object`] };
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return { ...nothing, faults: [`it is ${shown(parsed)}; it must be one JSON object`] };
  }
  const { v, server, model, said, values } = recordIn(parsed);
  if (v !== VERSION) return { ...nothing, faults: [`\`v\` is ${shown(v)}; this Millrace reads version ${VERSION}`] };
  const faults: string[] = [];
  if (!isText(server) || !isText(model)) faults.push("`server` and `model` do not both say whose profile it is");
  return {
    ...(isText(server) && isText(model) && { place: { server, model } }),
    profile: goodValues(objectIn("values", values, faults), faults),
    said: goodSaid(objectIn("said", said, faults), faults),
    faults,
  };
}

function objectIn(field: string, value: unknown, faults: string[]): JsonRecord {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject && value !== undefined) faults.push(`\`${field}\` is ${shown(value)}; it must be an object`);
  return recordIn(value);
}

function goodValues(values: JsonRecord, faults: string[]): Partial<ModelProfile> {
  const good = Object.entries(values).filter(([key, entry]) => {
    const fault = isValueKey(key) ? faultOfEntry(key, entry) : unknownKey(key);
    if (fault !== undefined) faults.push(fault);
    return fault === undefined;
  });
  return Object.fromEntries(good);
}

const SOURCES: readonly unknown[] = ["user", "measured", "server", "catalogue"];

function faultOfEntry(key: ProfileValueKey, entry: unknown): string | undefined {
  const field = `values.${key}`;
  const { value, from, at, why } = recordIn(entry);
  const fault =
    key === "reasoning" ? wrong(field, entry, REASONING_CHECK) : wrong(`${field}.value`, value, VALUE_CHECKS[key]);
  if (fault !== undefined) return fault;
  if (!SOURCES.includes(from)) return `\`${field}.from\` is ${shown(from)}; it must be one of ${SOURCES.join(", ")}`;
  if (!isText(at) || Number.isNaN(Date.parse(at))) return `\`${field}.at\` is ${shown(at)}; it must be a date and time`;
  return why === undefined || isText(why) ? undefined : `\`${field}.why\` is ${shown(why)}; it must be a text`;
}

function wrong(field: string, value: unknown, { fits, expected }: ValueCheck): string | undefined {
  return fits(value) ? undefined : `\`${field}\` is ${shown(value)}; it must be ${expected}`;
}

function unknownKey(key: string): string {
  const nearest = nearestName(key, [...Object.keys(VALUE_CHECKS), "reasoning"]);
  return `\`values.${shortened(key)}\` is no value of a profile${nearest === undefined ? "" : ` (\`${nearest}\` is)`}`;
}

function goodSaid(said: JsonRecord, faults: string[]): ServerSaid {
  const { window, template, quantization, weights } = said;
  const texts = Object.entries({ template, quantization, weights }).filter(([key, value]) => {
    if (value !== undefined && !isText(value)) faults.push(`\`said.${key}\` is ${shown(value)}; it must be a text`);
    return isText(value);
  });
  const fault = window === undefined ? undefined : wrong("said.window", window, VALUE_CHECKS.window);
  if (fault !== undefined) faults.push(fault);
  return { ...(fault === undefined && typeof window === "number" && { window }), ...Object.fromEntries(texts) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function shown(value: unknown): string {
  return value === undefined ? "missing" : shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/** A fault is a line: of a wrong value its beginning is enough. */
const SHOWN = MAX_SHOWN_CHARS / 4;
