import { type Message, type Part, type ToolResult, textResult } from "@millrace/agent";
import { callPart } from "../../history/call-part.js";
import { systemNote } from "../../history/system-note.js";
import { TEXT_INPUT } from "../../history/text-tool.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { RequestFault } from "../../request-fault.js";
import { CLIENT_TOOLS } from "./client-tools.js";
import { nameInNamespace } from "./offered-tools.js";
import { readContent, readOutput, wordsOf } from "./read-content.js";
import { serverItemWords } from "./server-items.js";

/** A request's `input`, understood. */
export interface ReadInput {
  /** Texts of system and developer messages before anything else. */
  system: readonly string[];
  messages: readonly Message[];
  /** Tools that came in the course of the history, as they came. */
  found: readonly unknown[];
}

/**
 * Understands `input`: a text, or a list of items. What the assistant said, thought and called in a row is one message,
 * results in a row are one; ids are made of the place of the first item. A longer list that begins with the same items
 * begins with the same messages, but for the last one, to which more may belong. O(items).
 *
 * @throws RequestFault if there is no input, an item is no object, or items are kept elsewhere
 */
export function readInput(input: unknown): ReadInput {
  if (typeof input === "string") {
    return {
      system: [],
      messages: [{ id: "item-0", role: "user", parts: [{ type: "text", text: input }] }],
      found: [],
    };
  }
  if (!Array.isArray(input)) throw new RequestFault("input", "`input` is missing: send a text or a list of items.");
  const reader = new ItemReader(new Set(input.flatMap((item) => (isReference(item) ? [] : idsOf(item)))));
  for (const [index, item] of input.entries()) reader.read(item, index);
  return reader;
}

class ItemReader implements ReadInput {
  readonly system: string[] = [];
  readonly messages: Message[] = [];
  readonly found: unknown[] = [];
  readonly #known: ReadonlySet<string>;
  /** Parts of the newest message, where it may grow. */
  #growing: { role: "assistant" | "tool"; parts: Part[] } | undefined;

  /** @param known ids of the items that are in the list itself */
  constructor(known: ReadonlySet<string>) {
    this.#known = known;
  }

  read(item: unknown, index: number): void {
    if (!isRecord(item)) {
      throw new RequestFault(`input[${index}]`, `\`input[${index}]\` is no object: an item is an object with a type.`);
    }
    if (isReference(item)) {
      this.#readReference(item, index);
      return;
    }
    const type = item.type ?? "message";
    switch (type) {
      case "message":
        this.#readMessage(item, index);
        break;
      case "reasoning":
        this.#add("assistant", reasoningParts(item), index);
        break;
      case "function_call":
        this.#readCall(item, item.arguments, index);
        break;
      case "custom_tool_call":
        this.#readCall(item, { [TEXT_INPUT]: textIn(item.input) ?? "" }, index);
        break;
      case "function_call_output":
      case "custom_tool_call_output":
        this.#readResult(item, textResultOf(item.output), index);
        break;
      case "additional_tools":
        this.found.push(...listIn(item.tools));
        break;
      default:
        this.#readOther(item, textIn(type) ?? "unknown", index);
    }
  }

  #readMessage(item: JsonRecord, index: number): void {
    const parts = readContent(item.content);
    switch (item.role) {
      case "assistant":
        this.#add("assistant", parts, index);
        break;
      case "system":
      case "developer":
        if (this.messages.length === 0 && parts.every(({ type }) => type === "text")) this.system.push(wordsOf(parts));
        else this.#addUser(lateSystem(parts), index);
        break;
      default:
        this.#addUser(parts, index);
    }
  }

  #readOther(item: JsonRecord, type: string, index: number): void {
    const called = CLIENT_TOOLS.find(({ callType }) => callType === type);
    if (called !== undefined) {
      this.#readCall({ ...item, name: called.name }, called.inputOf(item), index);
      return;
    }
    const answered = CLIENT_TOOLS.find(({ outputType }) => outputType === type);
    if (answered?.type === "tool_search") {
      const tools = listIn(item.tools);
      this.found.push(...tools);
      this.#readResult(item, textResult(foundWords(tools)), index);
    } else if (answered !== undefined) {
      const result = textResultOf(item.output);
      this.#readResult(item, item.status === "failed" ? { ...result, status: "error" } : result, index);
    } else {
      const text = serverItemWords(item) ?? `[An item of type ${JSON.stringify(type)} is left out]`;
      this.#add("assistant", [{ type: "text", text }], index);
    }
  }

  #readCall(item: JsonRecord, input: unknown, index: number): void {
    const name = nameInNamespace(textIn(item.namespace), textIn(item.name) ?? "unknown");
    this.#add("assistant", [callPart({ id: callIdOf(item) ?? `call-${index}`, name, input })], index);
  }

  #readResult(item: JsonRecord, result: ToolResult, index: number): void {
    this.#add("tool", [{ type: "tool-result", callId: callIdOf(item) ?? `result-${index}`, result }], index);
  }

  #readReference({ id }: JsonRecord, index: number): void {
    // Beside the item itself it says nothing new.
    if (typeof id === "string" && this.#known.has(id)) return;
    throw new RequestFault(
      `input[${index}]`,
      `\`input[${index}]\` refers to the item ${JSON.stringify(id ?? null)}, which a server would have kept, but this bridge keeps nothing. ${SEND_IT_ALL}`,
    );
  }

  #addUser(parts: readonly Part[], index: number): void {
    this.#growing = undefined;
    const some: readonly Part[] = parts.length > 0 ? parts : [{ type: "text", text: "" }];
    this.messages.push({ id: `item-${index}`, role: "user", parts: some });
  }

  #add(role: "assistant" | "tool", parts: readonly Part[], index: number): void {
    if (parts.length === 0) return;
    if (this.#growing?.role !== role) {
      this.#growing = { role, parts: [] };
      this.messages.push({ id: `item-${index}`, ...this.#growing });
    }
    this.#growing.parts.push(...parts);
  }
}

/** What a user can do whose client leaves the history with the server. */
export const SEND_IT_ALL =
  "Have the client send the whole history in `input` each time: `store: false` does it in most (in the AI SDK `providerOptions: { openai: { store: false } }`).";

function isReference(item: unknown): boolean {
  if (!isRecord(item)) return false;
  if (item.type === "item_reference") return true;
  return (
    (item.type ?? undefined) === undefined && typeof item.id === "string" && !("role" in item || "content" in item)
  );
}

function idsOf(item: unknown): string[] {
  return isRecord(item) && typeof item.id === "string" ? [item.id] : [];
}

function lateSystem(parts: readonly Part[]): readonly Part[] {
  const words = wordsOf(parts);
  return [...(words === "" ? [] : [systemNote(words)]), ...parts.filter(({ type }) => type !== "text")];
}

/** Some items have the call's id as their own. */
function callIdOf(item: JsonRecord): string | undefined {
  return textIn(item.call_id) ?? textIn(item.id);
}

function reasoningParts({ content, summary, encrypted_content }: JsonRecord): Part[] {
  const thoughts = wordsOf(readContent(content));
  const text = thoughts === "" ? wordsOf(readContent(summary)) : thoughts;
  const signature = textIn(encrypted_content);
  if (text === "" && signature === undefined) return [];
  return [{ type: "reasoning", text, ...(signature !== undefined && { signature }) }];
}

function textResultOf(output: unknown): ToolResult {
  return { status: "ok", content: readOutput(output) };
}

function foundWords(tools: readonly unknown[]): string {
  if (tools.length === 0) return "No tools were found.";
  const names = tools.flatMap((tool) => {
    if (!isRecord(tool)) return [];
    const name = textIn(tool.name) ?? "";
    if (tool.type !== "namespace") return [name];
    return listIn(tool.tools).flatMap((member) =>
      isRecord(member) ? [nameInNamespace(name, textIn(member.name) ?? "")] : [],
    );
  });
  return `These tools can be called from now on: ${names.join(", ")}`;
}
