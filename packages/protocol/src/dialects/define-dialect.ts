import { opensCall } from "../render/opens-call.js";
import { renderFramedResult } from "../render/render-framed-result.js";
import type { Lesson } from "../teach/lesson.js";
import { teachDialect } from "../teach/teach-dialect.js";
import type { Dialect } from "./dialect.js";

/** What a dialect is made of. */
export interface DialectParts extends Omit<Dialect, "renderResult" | "teach" | "teachParts"> {
  lesson: Lesson;
}

/**
 * Completes a dialect: results are fenced off where one of its own openers stands in them, and it is taught by its
 * lesson. Nothing else is to be done for a new dialect.
 *
 * @example
 * export const hermes = defineDialect({ name: "hermes", families: ["qwen3"], frames: [], scalars: "data", writeCall, lesson });
 */
export function defineDialect({ lesson, ...parts }: DialectParts): Dialect {
  const dialect: Dialect = {
    ...parts,
    renderResult: (result, tools) => renderFramedResult(result, (text) => opensCall(text, dialect, tools)),
    teach: (tools, tier) => {
      const { rules, tools: told } = dialect.teachParts(tools, tier);
      return rules + told.join("");
    },
    teachParts: (tools, tier) => teachDialect({ lesson, writeCall: parts.writeCall }, tools, tier),
  };
  return dialect;
}
