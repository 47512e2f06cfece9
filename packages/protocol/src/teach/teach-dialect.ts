import type { Dialect, Tier } from "../dialects/dialect.js";
import { breakSpecialTokens } from "../render/special-tokens.js";
import type { ToolDefinition } from "../tool-definition.js";
import { exampleCall } from "./example-call.js";
import type { Lesson } from "./lesson.js";
import type { LessonParts } from "./lesson-parts.js";
import { tellCompactly, tellFully, tellMinimally } from "./tell-tool.js";

/** What is taught, and how a call is written in it. */
export interface Taught extends Pick<Dialect, "writeCall"> {
  lesson: Lesson;
}

/** A tier: the rules of the form, and how one tool is told. */
interface TierForm {
  rules(taught: Taught, tools: readonly ToolDefinition[]): string;
  tool(tool: ToolDefinition, lesson: Lesson): string;
  /** What stands between two tools. */
  between: string;
}

/** The sizes of the tiers are kept by a test. */
const TIERS: Readonly<Record<Tier, TierForm>> = {
  full: { rules: fullRules, tool: tellFully, between: "\n\n" },
  compact: { rules: compactRules, tool: tellCompactly, between: "\n" },
  minimal: { rules: minimalRules, tool: tellMinimally, between: "\n" },
};

/** Where a call may stand, as each tier says it. */
const PLACES: Readonly<Record<Lesson["place"], Readonly<Record<Tier, string>>>> = {
  text: {
    full: "Begin a call on a line of its own. In a code fence or between backticks it is only text and does not run.",
    compact: ", on lines of their own, never in a code fence",
    minimal: ", not in a code fence",
  },
  fence: {
    full: "Begin the fence on a line of its own and close it. In a fence of another kind or between backticks a call is only text and does not run.",
    compact: ", on lines of its own",
    minimal: "",
  },
};

/** What follows on a call, as each tier says it. */
const RESULTS: Readonly<Record<"several" | "one", Readonly<Record<Tier, string>>>> = {
  several: {
    full: "You may make several calls in one message; they run in order. Then stop: the results come in the next message, in <tool_response> tags. Never write results yourself.",
    compact: "Several calls in one message are fine; results come in the next message, never write them yourself.",
    minimal: "Several calls a message are fine. Results come in the next message.",
  },
  one: {
    full: "Make one call in a message. Then stop: the result comes in the next message, in <tool_response> tags. Never write results yourself.",
    compact: "One call a message; its result comes in the next message, never write it yourself.",
    minimal: "One call a message. Its result comes in the next message.",
  },
};

/**
 * Teaches a dialect and the tools, see `renderToolParts`. Special tokens in descriptions and examples, which may be a
 * stranger's words, are broken; the dialect's own marks stand as the model was trained on them.
 */
export function teachDialect(taught: Taught, tools: readonly ToolDefinition[], tier: Tier): LessonParts {
  const { rules, tool, between } = TIERS[tier];
  const told = tools.map((one, at) => `${tool(one, taught.lesson)}${at < tools.length - 1 ? between : "\n"}`);
  return { rules: `${rules(taught, tools)}\n\n`, tools: told.map(breakSpecialTokens) };
}

function fullRules({ lesson, writeCall }: Taught, tools: readonly ToolDefinition[]): string {
  const rules = [
    PLACES[lesson.place].full,
    ...lesson.rules,
    RESULTS[lesson.calls ?? "several"].full,
    "Where a result says that marks are escaped, a \\ was put into them; leave it out when you write that text to a file.",
  ];
  return `# Tools

You call a tool by writing it in your message: ${lesson.call}. For example:

${writeCall(exampleCall(tools), tools)}

${rules.map((rule) => `- ${rule}`).join("\n")}`;
}

function compactRules({ lesson, writeCall }: Taught, tools: readonly ToolDefinition[]): string {
  return `# Tools

Call a tool by writing ${lesson.brief} in your message${PLACES[lesson.place].compact}:

${writeCall(exampleCall(tools), tools)}

${lesson.shortRules} ? means optional. ${RESULTS[lesson.calls ?? "several"].compact}`;
}

function minimalRules({ lesson, writeCall }: Taught): string {
  const shape = lesson.shape ?? writeCall({ name: "tool_name", input: { parameter: "value" } }, []);
  return `Call tools with ${lesson.brief} in your message${PLACES[lesson.place].minimal}:${shape.includes("\n") ? "\n" : " "}${shape}
${lesson.minimalRules}
${RESULTS[lesson.calls ?? "several"].minimal}`;
}
