import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { TOOL_NAME } from "../tool-name.js";
import { blocksOf } from "./blocks-of.js";

const CALL_ID = /^[a-zA-Z0-9_-]+$/;

/** Calls and results: each call answered once, in the very next message, before anything else in it, in their order. */
export function judgeToolUse(request: ReceivedRequest): readonly Finding[] {
  const { messages, tools } = request.json;
  if (!Array.isArray(messages)) return [];
  const findings: Finding[] = [];
  const usedIds = new Set<string>();
  let open: readonly JsonObject[] = [];
  let openAt = "";
  messages.forEach((message: unknown, index) => {
    const path = `messages[${index}].content`;
    const blocks = blocksOf(message);
    findings.push(...judgeResults(blocks, open, path));
    findings.push(...unanswered(blocks, open, openAt));
    if (tools === undefined && blocks.some(({ type }) => type === "tool_use" || type === "tool_result")) {
      const why = "The request defines no tools, so its history may hold no native calls or results.";
      findings.push(finding("text-protocol", path, why));
    }
    blocks.forEach((block, position) => {
      if (block.type === "tool_use") findings.push(...judgeCall(block, usedIds, `${path}[${position}]`));
    });
    open = blocks.filter(({ type }) => type === "tool_use");
    openAt = path;
  });
  findings.push(...unanswered([], open, openAt));
  return findings;
}

function judgeCall({ id, name, input }: JsonObject, usedIds: Set<string>, path: string): readonly Finding[] {
  const findings: Finding[] = [];
  if (typeof id !== "string" || !CALL_ID.test(id)) {
    const why = `A call's id is made of A-Z a-z 0-9 _ -; this is ${JSON.stringify(id)}.`;
    findings.push(finding("call-id", `${path}.id`, why));
  } else if (usedIds.has(id)) {
    findings.push(finding("call-id-twice", `${path}.id`, `Another call has the id ${id}, too.`));
  } else usedIds.add(id);
  if (typeof name !== "string" || !TOOL_NAME.test(name)) {
    const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(name)}.`;
    findings.push(finding("tool-name", `${path}.name`, why));
  }
  if (!isJsonObject(input)) findings.push(finding("arguments", `${path}.input`, "The input of a call is an object."));
  return findings;
}

function judgeResults(blocks: readonly JsonObject[], open: readonly JsonObject[], path: string): readonly Finding[] {
  const findings: Finding[] = [];
  const ids = open.map(({ id }) => id);
  const answered: unknown[] = [];
  blocks.forEach((block, position) => {
    if (block.type !== "tool_result") return;
    const at = `${path}[${position}]`;
    const id = block.tool_use_id;
    if (position > 0 && blocks[position - 1]?.type !== "tool_result") {
      findings.push(finding("result-place", at, "Results must stand before everything else in their message."));
    }
    if (open.length === 0) findings.push(finding("result-without-call", at, "No call stands directly before."));
    else if (!ids.includes(id)) {
      const why = `No call directly before has the id ${JSON.stringify(id)}.`;
      findings.push(finding("result-unknown", `${at}.tool_use_id`, why));
    } else if (answered.includes(id)) {
      findings.push(finding("result-twice", at, `The call ${JSON.stringify(id)} has a result already.`));
    } else {
      answered.push(id);
      if (answered.some((earlier) => ids.indexOf(earlier) > ids.indexOf(id))) {
        findings.push(finding("result-order", at, "Results must stand in the order of their calls."));
      }
    }
  });
  return findings;
}

function unanswered(blocks: readonly JsonObject[], open: readonly JsonObject[], path: string): readonly Finding[] {
  const results = blocks.filter(({ type }) => type === "tool_result").map((block) => block.tool_use_id);
  return open
    .filter(({ id }) => !results.includes(id))
    .map(({ id, name }) => {
      const why = `The call ${String(name)} (${String(id)}) has no result in the next message.`;
      return finding("call-unanswered", path, why);
    });
}
