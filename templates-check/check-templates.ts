import { createModelClient, findFamily, type ModelFamily } from "@millrace/models";
import { loadTemplates } from "@millrace/testkit";
import type { Conversation } from "./conversation.js";
import { EXCEPTIONS, type Exception } from "./exceptions.js";
import type { Fault } from "./fault.js";
import { judgeTemplate } from "./judge-template.js";
import type { PrefixKept } from "./prefix-watch.js";
import { type Recording, recordConversation } from "./record.js";
import { compareWires } from "./same-on-ollama.js";
import { type Shape, shapeOf } from "./shape.js";
import { faultsByFacts, readFacts } from "./template-facts.js";
import { TEMPLATE_MODELS } from "./template-models.js";

/** What came out for one template. */
export interface TemplateRow {
  file: string;
  model: string;
  family: ModelFamily;
  shape: Shape;
  /** 0: it was judged by the facts, as JavaScript's engine cannot be trusted with it. */
  requests: number;
  /** Those that no exception names. */
  faults: readonly Fault[];
  /** Those that one does. */
  excepted: number;
  exception?: Exception;
  /** Undefined: judged by the facts. */
  prefix?: PrefixKept;
  worst?: string;
  besideCalls: number;
}

/** What came out for all. */
export interface TemplatesReport {
  rows: readonly TemplateRow[];
  /** Requests that say the same on Ollama's wire, of those that were compared. */
  ollama: { same: number; of: number };
}

/**
 * Has the conversations in every shape that a family of the templates asks for, and renders each request through each
 * template of that family.
 *
 * @param folder of chat templates, with index.json and behaviour.json
 * @param files only these templates. Default: all
 * @throws Error where a template has no model in our list, or its model no family
 */
export async function checkTemplates(
  folder: string,
  conversations: readonly Conversation[],
  files?: readonly string[],
): Promise<TemplatesReport> {
  const [templates, facts] = await Promise.all([loadTemplates(folder), readFacts(folder)]);
  const recordings = new Recordings(conversations);
  const rows: TemplateRow[] = [];
  for (const known of facts) {
    if (files && !files.includes(known.file)) continue;
    const exception = EXCEPTIONS.find(({ file }) => file === known.file);
    const { model, family } = modelOf(known.file);
    const connect = connector(`vllm/${model}`, exception);
    const shape = shapeOf(connect("http://127.0.0.1:9").profile);
    const template = templates.find(({ file }) => file === known.file);
    const base = { file: known.file, model, family, shape, ...(exception && { exception }) };
    if (template === undefined) {
      rows.push({ ...base, ...sift(faultsByFacts(known, shape), exception), requests: 0, besideCalls: 0 });
      continue;
    }
    const recorded = await recordings.of(shape, connect);
    const { faults, ...verdict } = judgeTemplate(template, recorded);
    const requests = recorded.reduce((sum, recording) => sum + recording.requests.length, 0);
    rows.push({ ...base, ...verdict, ...sift(faults, exception), requests });
  }
  return { rows, ollama: await recordings.compareWithOllama() };
}

function modelOf(file: string): { model: string; family: ModelFamily } {
  const model = TEMPLATE_MODELS[file];
  if (model === undefined) throw new Error(`${file}: name a model that comes with it in template-models.ts.`);
  const family = findFamily(model);
  if (!family?.templates.includes(file.replace(/\.jinja$/, ""))) {
    throw new Error(
      `${file}: the catalogue takes ${model} for ${family?.family ?? "no family"}, which does not list it.`,
    );
  }
  return { model, family };
}

type Connect = (url: string) => ReturnType<typeof createModelClient>;

/** The client as a user's command would make it, but for a template that can only be judged in text. */
function connector(model: string, exception?: Exception): Connect {
  const inText = exception !== undefined && "judgedIn" in exception;
  return (baseUrl) => {
    const connected = createModelClient({ model, baseUrl, env: {} });
    const protocol = { value: "text", from: "user", at: "2026-01-01" } as const;
    return inText ? { ...connected, profile: { ...connected.profile, protocol } } : connected;
  };
}

function sift(all: readonly Fault[], exception?: Exception): { faults: readonly Fault[]; excepted: number } {
  const isExcepted = exception && "faults" in exception ? exception.faults : () => false;
  const faults = all.filter((fault) => !isExcepted(fault));
  return { faults, excepted: all.length - faults.length };
}

/** The conversations as they went over the wire, once for each shape. */
class Recordings {
  readonly #conversations: readonly Conversation[];
  readonly #byShape = new Map<string, { recorded: readonly Recording[]; connect: Connect }>();

  constructor(conversations: readonly Conversation[]) {
    this.#conversations = conversations;
  }

  async of(shape: Shape, connect: Connect): Promise<readonly Recording[]> {
    const key = JSON.stringify(shape);
    const known = this.#byShape.get(key);
    if (known) return known.recorded;
    const recorded = await this.#record(connect);
    this.#byShape.set(key, { recorded, connect });
    return recorded;
  }

  /** Ollama makes prompts with templates of its own language, so all that can be compared is what it is told. */
  async compareWithOllama(): Promise<TemplatesReport["ollama"]> {
    let [same, of] = [0, 0];
    for (const { recorded, connect } of this.#byShape.values()) {
      const onOllama = await this.#record((url) => ({
        ...createModelClient({ model: "ollama/model", baseUrl: url, env: {} }),
        profile: connect(url).profile,
      }));
      const compared = compareWires(recorded, onOllama);
      same += compared.same;
      of += compared.of;
    }
    return { same, of };
  }

  async #record(connect: Connect): Promise<readonly Recording[]> {
    const recorded: Recording[] = [];
    for (const conversation of this.#conversations) recorded.push(await recordConversation(conversation, connect));
    return recorded;
  }
}
