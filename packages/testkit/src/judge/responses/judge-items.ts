import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { typeOf } from "./items-of.js";

/** The items that a client may send whose tools are its own, and their fields besides `type`. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  message: ["role", "content", "id", "status", "phase"],
  reasoning: ["id", "summary", "content", "encrypted_content", "status"],
  function_call: ["id", "call_id", "name", "arguments", "status"],
  function_call_output: ["id", "call_id", "output", "status"],
};

/** What OpenAI wants the ids of items to begin with. */
const ID_BEGINS: Readonly<Record<string, string>> = { message: "msg", reasoning: "rs", function_call: "fc" };

/** What a message of each role may hold. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  user: ["input_text", "input_image"],
  system: ["input_text"],
  assistant: ["output_text", "refusal"],
};

const IMAGE = /^(?:https?:\/\/|data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$)/;

/** Each item by itself. Their order and how calls and results pair are rules of their own. */
export function judgeItems({ json }: ReceivedRequest): readonly Finding[] {
  const { input } = json;
  if (typeof input === "string" && input.trim() === "") {
    return [finding("empty-content", "input", "The input says nothing.")];
  }
  return Array.isArray(input) ? input.flatMap((item: unknown, index) => judgeItem(item, `input[${index}]`)) : [];
}

function judgeItem(item: unknown, path: string): readonly Finding[] {
  if (!isJsonObject(item)) return [finding("item-shape", path, "An item must be an object.")];
  const type = String(typeOf(item));
  const fields = Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (fields === undefined) {
    const why = `An item here is one of ${Object.keys(FIELDS).join(", ")}; this is ${JSON.stringify(item.type)}.`;
    return [finding("item-shape", `${path}.type`, why)];
  }
  return [
    ...Object.keys(item)
      .filter((key) => key !== "type" && !fields.includes(key))
      .map((key) => finding("unknown-field", `${path}.${key}`, `An item of type ${type} has no \`${key}\`.`)),
    ...Object.entries(item)
      .filter(([, value]) => value === null)
      .map(([key]) => finding("item-shape", `${path}.${key}`, "What is null is to be left out.")),
    ...judgeId(item.id, ID_BEGINS[type], path),
    ...judgeOf(type, item, path),
  ];
}

function judgeId(id: unknown, begins: string | undefined, path: string): readonly Finding[] {
  if (id === undefined || begins === undefined) return [];
  if (typeof id === "string" && id.startsWith(begins)) return [];
  const why = `The id of this item must begin with ${begins}; it is ${JSON.stringify(id)}.`;
  return [finding("item-id", `${path}.id`, why)];
}

function judgeOf(type: string, item: JsonObject, path: string): readonly Finding[] {
  if (type === "message") return judgeMessage(item, path);
  if (type === "reasoning") return judgeReasoning(item, path);
  if (type === "function_call_output") return judgeOutput(item.output, `${path}.output`);
  return [];
}

function judgeMessage({ role, content }: JsonObject, path: string): readonly Finding[] {
  if (role === "developer") {
    const why = "Of 143 chat templates 90 drop or refuse the role developer; instructions are for that.";
    return [finding("developer-role", `${path}.role`, why)];
  }
  const taken = PARTS[String(role)];
  if (taken === undefined) {
    const why = `The role must be user, system or assistant; it is ${JSON.stringify(role)}.`;
    return [finding("role", `${path}.role`, why)];
  }
  const at = `${path}.content`;
  if (typeof content === "string") {
    return content.trim() === "" ? [finding("empty-content", at, "A message must say something.")] : [];
  }
  if (!Array.isArray(content) || content.length === 0) {
    return [finding("item-shape", at, "The content must be a text, or a list of parts that is not empty.")];
  }
  return content.flatMap((part: unknown, index) => judgePart(part, taken, `${at}[${index}]`));
}

function judgePart(part: unknown, taken: readonly string[], path: string): readonly Finding[] {
  if (!isJsonObject(part) || !taken.includes(String(part.type))) {
    return [finding("item-shape", path, `A part here is one of ${taken.join(", ")}.`)];
  }
  if (part.type === "input_image") return judgeImage(part, path);
  const said = part.type === "refusal" ? part.refusal : part.text;
  if (typeof said !== "string") return [finding("item-shape", path, "The part must have its text.")];
  return said.trim() === "" ? [finding("empty-content", path, "A part may not be blank.")] : [];
}

function judgeImage({ image_url: address, detail }: JsonObject, path: string): readonly Finding[] {
  if (typeof address !== "string" || !IMAGE.test(address)) {
    return [finding("image-shape", `${path}.image_url`, "It must be an address, also a `data:` one of an image.")];
  }
  return ["auto", "low", "high"].includes(String(detail))
    ? []
    : [finding("image-shape", `${path}.detail`, "Strict servers want `detail`: auto, low or high.")];
}

/** Nobody stores anything here: an item without its content is an id that leads nowhere. */
function judgeReasoning({ id, summary, content, encrypted_content: secret }: JsonObject, path: string): Finding[] {
  const findings: Finding[] = [];
  if (typeof id !== "string") findings.push(finding("item-shape", `${path}.id`, "Reasoning must have its id."));
  if (!Array.isArray(summary)) {
    findings.push(finding("item-shape", `${path}.summary`, "Reasoning must have its summary, if an empty one."));
  }
  const isReadable = Array.isArray(content) && content.length > 0;
  if (!isReadable && (typeof secret !== "string" || secret === "")) {
    const why = "Reasoning that was not stored must come with its `encrypted_content`, or with its text.";
    findings.push(finding("item-shape", path, why));
  }
  return findings;
}

function judgeOutput(output: unknown, path: string): readonly Finding[] {
  if (typeof output === "string") return [];
  if (!Array.isArray(output) || output.length === 0) {
    return [finding("item-shape", path, "A result is a text, or a list of parts that is not empty.")];
  }
  return output.flatMap((part: unknown, index) => judgePart(part, ["input_text", "input_image"], `${path}[${index}]`));
}
