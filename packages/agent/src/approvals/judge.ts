import type { Access } from "./access.js";
import type { Mode } from "./modes.js";
import { offersFor } from "./offers.js";
import { isOutside, normaliseName } from "./path-names.js";
import { compilePattern, type PathPattern } from "./path-pattern.js";
import { findProtection, type Protection } from "./protected-paths.js";
import type { Decision, Rule } from "./rules.js";

/** What a call would touch and what it is judged by. */
export interface CallToJudge {
  accesses: readonly Access[];
  mode: Mode;
  rules: readonly Rule[];
  /** Why the call may be talk, if it may. */
  doubtful: string | undefined;
}

export interface Judgement {
  decision: Decision;
  /** One sentence for the user and the model. */
  because: string;
  /** Rules for this session, narrowest first, that would allow what is asked; empty where no rule can. */
  offers: readonly Rule[];
}

interface Verdict {
  decision: Decision;
  because: string;
}

const STRICTNESS: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };
/** Of rules at equal length the first of these decides. */
const AT_EQUAL_LENGTH: readonly Decision[] = ["deny", "ask", "allow"];

/**
 * Decides on one call: the strictest decision over its accesses. A call that touches nothing is allowed.
 *
 * Of the rules that match an access the most specific decides (longest literal prefix; a rule without a pattern is the
 * least specific), at equal length deny, ask, allow. A deny from the user is not loosened by a project's or a flag's
 * rule. Where no rule decides, the mode does. What lies outside the workspace or is protected is allowed only by a rule
 * of the user's, a flag or the session that names it; an opaque access only by a person or in mode `auto`.
 *
 * O(accesses × rules); a rule's pattern is compiled once.
 */
export function judgeCall(call: CallToJudge): Judgement {
  const { accesses, mode, rules, doubtful } = call;
  let strictest: Verdict = { decision: "allow", because: "It touches nothing." };
  const asked: Access[] = [];
  let onlyReadsInside = true;
  for (const [index, access] of accesses.entries()) {
    const verdict = judgeAccess(access, mode, rules);
    if (verdict.decision === "ask") asked.push(access);
    if (access.effect !== "read" || isOutside(access.target)) onlyReadsInside = false;
    if (index === 0 || STRICTNESS[verdict.decision] > STRICTNESS[strictest.decision]) strictest = verdict;
  }
  if (doubtful && strictest.decision !== "deny" && !onlyReadsInside && mode !== "auto") {
    return { decision: "ask", because: `${strictest.because} It may be talk, not a call: ${doubtful}`, offers: [] };
  }
  const offers = strictest.decision === "ask" ? distinct(asked.flatMap(offersFor)) : [];
  return { ...strictest, offers };
}

function distinct(rules: readonly Rule[]): Rule[] {
  return [...new Map(rules.map((rule) => [`${rule.effect} ${rule.pattern ?? ""}`, rule])).values()];
}

function judgeAccess(access: Access, mode: Mode, rules: readonly Rule[]): Verdict {
  const rule = decidingRule(access, rules);
  if (rule?.decision === "deny") return { decision: "deny", because: `A rule (${wordRule(rule)}) denies it.` };
  if (mode === "plan" && access.effect !== "read") {
    return { decision: "deny", because: `In plan mode only reading is allowed; this would ${verb(access)}.` };
  }
  if (rule?.decision === "ask") return { decision: "ask", because: `A rule (${wordRule(rule)}) asks for it.` };
  const guard = findGuard(access);
  if (rule?.decision === "allow" && access.opaque !== true && (!guard || namesGuarded(rule, guard))) {
    return { decision: "allow", because: `A rule (${wordRule(rule)}) allows it.` };
  }
  if (guard) {
    const decision = mode === "plan" && guard.outside ? "deny" : "ask";
    return { decision, because: `${access.target} ${guard.reason}.` };
  }
  if (mode === "auto") return { decision: "allow", because: "Mode auto allows it." };
  if (access.effect === "read") return { decision: "allow", because: "It reads inside the workspace." };
  if (access.effect === "files" && mode === "auto-edit") {
    return { decision: "allow", because: "Mode auto-edit allows changes inside the workspace." };
  }
  const opaque = access.opaque ? " What it does cannot be told from its text." : "";
  return { decision: "ask", because: `It would ${verb(access)}.${opaque}` };
}

/** The most specific matching rule; a deny of the user's stands against a project's or a flag's. */
function decidingRule(access: Access, rules: readonly Rule[]): Rule | undefined {
  const matching = rules.filter((rule) => rule.effect === access.effect && matches(rule, access));
  const winner = mostSpecific(matching);
  if (winner?.from !== "project" && winner?.from !== "flag") return winner;
  const users = mostSpecific(matching.filter((rule) => rule.from === "user"));
  return users?.decision === "deny" ? users : winner;
}

function mostSpecific(rules: readonly Rule[]): Rule | undefined {
  return rules.reduce<Rule | undefined>((best, rule) => {
    if (!best) return rule;
    const longer = specificity(rule) - specificity(best);
    if (longer !== 0) return longer > 0 ? rule : best;
    return AT_EQUAL_LENGTH.indexOf(rule.decision) < AT_EQUAL_LENGTH.indexOf(best.decision) ? rule : best;
  }, undefined);
}

const compiled = new WeakMap<Rule, PathPattern>();

function patternOf(rule: Rule, pattern: string): PathPattern {
  const known = compiled.get(rule);
  if (known) return known;
  const made = compilePattern(pattern);
  compiled.set(rule, made);
  return made;
}

function specificity(rule: Rule): number {
  return rule.pattern === undefined ? -1 : patternOf(rule, rule.pattern).literalLength;
}

function matches(rule: Rule, { effect, target }: Access): boolean {
  if (rule.pattern === undefined) return true;
  return patternOf(rule, rule.pattern).matches(comparable(effect, target));
}

/** A target as patterns are written: paths without detours, hosts in lower case. */
function comparable(effect: Access["effect"], target: string): string {
  if (effect === "network") return target.toLowerCase();
  return effect === "read" || effect === "files" ? normaliseName(target) : target;
}

/** Why an access is asked about even where a mode or a general rule allows it. */
interface Guard {
  reason: string;
  outside: boolean;
  protection: Protection | undefined;
}

function findGuard({ effect, target }: Access): Guard | undefined {
  if (effect !== "read" && effect !== "files") return undefined;
  const name = normaliseName(target);
  const protection = findProtection(name, effect);
  const outside = isOutside(name);
  if (!outside && !protection) return undefined;
  const reasons = [...(outside ? ["lies outside the workspace"] : []), ...(protection ? [protection.reason] : [])];
  return { reason: reasons.join(" and "), outside, protection };
}

/** A project's file may not open what is guarded; another rule must name it, not merely cover it. */
function namesGuarded(rule: Rule, { protection }: Guard): boolean {
  if (rule.from === "project" || rule.pattern === undefined) return false;
  // A pattern that matches an absolute name is absolute itself, and so names what lies outside.
  if (!protection) return true;
  return (
    patternOf(rule, rule.pattern).literalLength > protection.start ||
    rule.pattern.toLowerCase().includes(protection.name)
  );
}

function verb(access: Access): string {
  switch (access.effect) {
    case "read":
      return `read ${access.target}`;
    case "files":
      return `change ${access.target}`;
    case "command":
      return `run a command: ${access.target}`;
    case "network":
      return `reach ${access.target} over the network`;
    case "mcp":
      return `call ${access.target} on an MCP server`;
    case "task":
      return "start a task of its own";
  }
}

function wordRule(rule: Rule): string {
  const pattern = rule.pattern === undefined ? "" : `(${rule.pattern})`;
  return `${rule.decision} ${rule.effect}${pattern}, from ${rule.from}`;
}
