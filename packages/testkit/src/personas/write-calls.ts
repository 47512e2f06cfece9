import { DIALECTS, type DialectName, type Hand } from "./dialects.js";
import type { Faults } from "./faults.js";
import { jsonString } from "./json-string.js";
import type { AskedCall } from "./probe-words.js";

/** The calls as text in this dialect, written with these faults. */
export function writeCalls(calls: readonly AskedCall[], name: DialectName, faults: Faults): string {
  const dialect = DIALECTS.find((candidate) => candidate.name === name);
  const hand = handOf(name, faults);
  return calls.map((call) => dialect?.write(call, hand)).join("\n");
}

function handOf(name: DialectName, faults: Faults): Hand {
  const has = (fault: keyof Faults) => faults[fault]?.includes(name) ?? false;
  const changed = (value: string): string => {
    const cut = has("dropsFinalNewline") ? value.replace(/\n$/, "") : value;
    const escaped = has("escapesHtml") ? escapeHtml(cut) : cut;
    return has("fencesBodies") && value.includes("\n") ? `\`\`\`\n${escaped}\`\`\`\n` : escaped;
  };
  const string = (value: string): string =>
    has("rawNewlines") ? value.split("\n").map(jsonString).join("\n") : jsonString(value);
  return {
    raw: changed,
    json: (values) =>
      `{${Object.entries(values)
        .map(([key, value]) => `"${key}": "${string(changed(value))}"`)
        .join(", ")}}`,
    close: (mark) => (has("forgetsCloses") ? "" : mark),
  };
}

function escapeHtml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
