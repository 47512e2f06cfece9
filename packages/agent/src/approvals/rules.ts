import { MillraceError } from "@millrace/protocol";
import { messageOf } from "../message-of.js";
import type { AccessEffect } from "./access.js";
import { compilePattern } from "./path-pattern.js";

/**
 * `decision` for accesses of one effect. Without a pattern it covers them all. Written `effect` or `effect(pattern)`:
 * `read(docs/**)`, `files(src/**)` (path globs from the workspace), `network(host)`, `mcp(server/tool)`, `task`.
 */
export interface Rule {
  decision: Decision;
  effect: AccessEffect;
  pattern?: string;
  from: "user" | "project" | "session" | "flag";
}

export type Decision = "allow" | "ask" | "deny";

const EFFECTS: readonly AccessEffect[] = ["read", "files", "command", "network", "mcp", "task"];
const FORMS =
  "Rules are: read(docs/**), files(src/**) with paths from the workspace; network(host); mcp(server/tool); and read, files, command, network, mcp, task for all of a kind.";

/**
 * Reads one rule. Paths are normalised: `./src` is `src`, `src/` is `src/**`; their case is kept.
 *
 * @param text e.g. `files(src/**)`
 * @throws MillraceError `invalid_rule`, saying what is wrong with this rule and what forms there are.
 * @example
 * parseRule("read(docs/**)", "allow", "project")
 */
export function parseRule(text: string, decision: Decision, from: Rule["from"]): Rule {
  const match = /^\s*([^\s()]*)\s*(?:\((.*)\))?\s*$/s.exec(text);
  const effect = EFFECTS.find((name) => name === match?.[1]);
  if (!match || !effect) {
    const fault = match?.[1] ? `there is no effect "${match[1]}"` : "it is not of the form effect or effect(pattern)";
    throw invalidRule(text, fault);
  }
  const pattern = match[2]?.trim();
  if (pattern === undefined) return { decision, effect, from };
  if (pattern === "") throw invalidRule(text, `nothing stands in the parentheses; write ${effect} to cover all of it`);
  if (effect === "command") {
    throw invalidRule(
      text,
      "patterns for commands are not there yet, and matching the beginning of a command line would be unsafe; only command is allowed, and each command is asked about unless the mode is auto",
    );
  }
  if (effect === "task") throw invalidRule(text, "task takes no pattern");
  return { decision, effect, pattern: normalisePattern(text, effect, pattern), from };
}

function normalisePattern(text: string, effect: AccessEffect, pattern: string): string {
  const normal = effect === "read" || effect === "files" ? normalisePath(text, pattern) : pattern;
  try {
    compilePattern(normal);
  } catch (error) {
    throw invalidRule(text, messageOf(error), error);
  }
  return effect === "network" ? normal.toLowerCase() : normal;
}

function normalisePath(text: string, pattern: string): string {
  if (pattern.startsWith("~")) throw invalidRule(text, "~ is not expanded; write the absolute path");
  const absolute = pattern.startsWith("/") || /^[A-Za-z]:\//.test(pattern);
  const segments = pattern.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) {
    throw invalidRule(
      text,
      "a pattern with .. can match nothing; write paths from the workspace, or absolute ones for what lies outside",
    );
  }
  const below = pattern.endsWith("/") || pattern.endsWith("/.") ? ["**"] : [];
  const path = [...segments, ...(segments.length > 0 ? below : ["**"])].join("/");
  return absolute && pattern.startsWith("/") ? `/${path}` : path;
}

function invalidRule(text: string, fault: string, cause?: unknown): MillraceError<"invalid_rule"> {
  return new MillraceError("invalid_rule", `The rule "${text}" cannot be used: ${fault.replace(/\.$/, "")}. ${FORMS}`, {
    cause,
  });
}
