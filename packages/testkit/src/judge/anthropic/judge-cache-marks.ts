import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { blocksOf } from "./blocks-of.js";

const MAX_MARKS = 4;

/** Cache marks: at most four, each of a kind there is, those that last an hour before those that last five minutes. */
export function judgeCacheMarks({ json }: ReceivedRequest): readonly Finding[] {
  const marks = marksOf(json);
  const findings: Finding[] = [];
  let shorter = false;
  marks.forEach(({ mark, path }, index) => {
    if (!isJsonObject(mark) || mark.type !== "ephemeral" || !["undefined", "5m", "1h"].includes(String(mark.ttl))) {
      const why = 'A cache mark is {"type": "ephemeral"}, with a `ttl` of "5m" or "1h" if any.';
      findings.push(finding("cache-mark", path, why));
      return;
    }
    if (index === MAX_MARKS) {
      findings.push(finding("cache-mark", path, `There may be ${MAX_MARKS} cache marks; these are ${marks.length}.`));
    }
    if (mark.ttl === "1h" && shorter) {
      findings.push(finding("cache-mark", path, "A mark for an hour may not stand behind one for five minutes."));
    }
    shorter ||= mark.ttl !== "1h";
  });
  return findings;
}

/** All marks, in the order that a server reads what they stand on. */
function marksOf(json: JsonObject): { mark: unknown; path: string }[] {
  const marked = (block: unknown, path: string) =>
    isJsonObject(block) && block.cache_control !== undefined
      ? [{ mark: block.cache_control, path: `${path}.cache_control` }]
      : [];
  const each = (list: unknown, path: string) =>
    Array.isArray(list) ? list.flatMap((block: unknown, index) => marked(block, `${path}[${index}]`)) : [];
  const messages: readonly unknown[] = Array.isArray(json.messages) ? json.messages : [];
  return [
    ...each(json.tools, "tools"),
    ...each(json.system, "system"),
    ...messages.flatMap((message, index) =>
      blocksOf(message).flatMap((block, position) => {
        const path = `messages[${index}].content[${position}]`;
        const inner = block.type === "tool_result" ? each(block.content, `${path}.content`) : [];
        return [...inner, ...marked(block, path)];
      }),
    ),
    ...(json.cache_control === undefined ? [] : [{ mark: json.cache_control, path: "cache_control" }]),
  ];
}
