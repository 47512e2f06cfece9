import type { Input } from "./input.js";
import type { TagToken } from "./tag-token.js";

/** A tag that was read. */
export interface ReadTag {
  /** As written. */
  name: string;
  isClose: boolean;
  selfClosing: boolean;
  /** Of `<name=value>`: the value, without quotes. */
  assigned?: string;
  /** Those written as `name="value"`. */
  attributes: readonly (readonly [name: string, value: string])[];
  firstOnLine: boolean;
  /** Place of its `<`. */
  start: number;
}

/** What a token says once it is whole. */
export function readTagOf(token: TagToken, input: Input): ReadTag {
  const { name, isClose, selfClosing, firstOnLine, start } = token;
  const assigned = token.assigned(input);
  return {
    name,
    isClose,
    selfClosing,
    firstOnLine,
    start,
    attributes: assigned === undefined ? (token.attributes(input) ?? []) : [],
    ...(assigned !== undefined && { assigned }),
  };
}
