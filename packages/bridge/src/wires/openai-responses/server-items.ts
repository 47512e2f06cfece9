import type { JsonRecord } from "../../json.js";

/** What a model is told of an item that a server made: words, and which of its fields go with them. */
interface ServerItem {
  words: string;
  fields: readonly string[];
}

/**
 * Items of tools that ran on a server, and of what came of them. A history that began elsewhere has them; no model behind
 * the bridge has such tools. Source: the types of openai 6.49 (`ResponseInputItem`). One sample a row.
 */
const SERVER_ITEMS: Readonly<Record<string, ServerItem>> = {
  // {"type":"web_search_call","id":"ws_1","status":"completed","action":{"type":"search","query":"mill race"}}
  web_search_call: { words: "The server searched the web", fields: ["action"] },
  // {"type":"file_search_call","id":"fs_1","status":"completed","queries":["mill"],"results":[{"filename":"a.md","text":"…"}]}
  file_search_call: { words: "The server searched files", fields: ["queries", "results"] },
  // {"type":"code_interpreter_call","id":"ci_1","status":"completed","container_id":"c","code":"1+1","outputs":[{"type":"logs","logs":"2"}]}
  code_interpreter_call: { words: "The server ran code", fields: ["code", "outputs"] },
  // {"type":"image_generation_call","id":"ig_1","status":"completed","result":"iVBORw0…"}
  image_generation_call: { words: "The server made an image", fields: ["revised_prompt"] },
  // {"type":"computer_call","id":"cu_1","call_id":"call_1","status":"completed","action":{"type":"click","x":1,"y":2},"pending_safety_checks":[]}
  computer_call: { words: "The screen was used", fields: ["action"] },
  // {"type":"computer_call_output","call_id":"call_1","output":{"type":"computer_screenshot","image_url":"data:…"}}
  computer_call_output: { words: "A screenshot was taken", fields: [] },
  // {"type":"mcp_call","id":"mcp_1","server_label":"docs","name":"find","arguments":"{}","output":"…","error":null}
  mcp_call: { words: "The server called a tool", fields: ["server_label", "name", "arguments", "output", "error"] },
  // {"type":"mcp_list_tools","id":"mcpl_1","server_label":"docs","tools":[]}
  mcp_list_tools: { words: "The server listed the tools of an MCP server", fields: ["server_label", "error"] },
  // {"type":"mcp_approval_request","id":"mcpr_1","server_label":"docs","name":"find","arguments":"{}"}
  mcp_approval_request: { words: "The server asked to call a tool", fields: ["server_label", "name", "arguments"] },
  // {"type":"mcp_approval_response","approval_request_id":"mcpr_1","approve":true}
  mcp_approval_response: { words: "The user answered the server's question", fields: ["approve", "reason"] },
  // {"type":"program","id":"p_1","call_id":"call_1","code":"…","fingerprint":"…"}
  program: { words: "The server ran a program", fields: ["code"] },
  // {"type":"program_output","id":"po_1","call_id":"call_1","result":"…","status":"completed"}
  program_output: { words: "The program's result", fields: ["result"] },
  // {"type":"compaction","id":"cmp_1","encrypted_content":"gAAAA…"}
  compaction: {
    words: "Earlier messages were summed up by another server, in a form that only it can read",
    fields: [],
  },
};

/** Says in words what a server did; undefined for an item of a type that nobody knows. */
export function serverItemWords(item: JsonRecord): string | undefined {
  if (typeof item.type !== "string" || !Object.hasOwn(SERVER_ITEMS, item.type)) return undefined;
  const known = SERVER_ITEMS[item.type];
  if (known === undefined) return undefined;
  const shown = known.fields.filter((field) => item[field] !== undefined && item[field] !== null);
  const told = shown.map((field) => `${field}: ${worded(item[field])}`).join("; ");
  return told === "" ? `[${known.words}]` : `[${known.words}: ${told}]`;
}

function worded(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
