import { mergeProfiles } from "@millrace/agent";
import { createModelClient, type Examination, examineModel, type WireName } from "@millrace/models";
import { type ModelPersona, modelPersona, startModelServer } from "@millrace/testkit";

/** Who asks for a persona's model: the provider of the table whose kind of server it is. */
const PROVIDERS = {
  vllm: "vllm",
  ollama: "ollama",
  "llama.cpp": "llamacpp",
  lmstudio: "lmstudio",
  openai: "custom",
  anthropic: "anthropic",
  any: "custom",
} as const;

/** How a persona is examined. */
export interface PersonaExamination {
  /** Default: its provider's own. */
  wire?: WireName;
  /** A folder of chat templates: its requests are rendered by the published one. Default: by one of the testkit. */
  templates?: string;
}

/** The name that a persona's model is asked for by: one that the server does not have, where it answers to any. */
function askedName({ truth, server }: ModelPersona): string {
  return truth.answersAs === undefined ? server.models[0].name : "llama3.2:3b";
}

/** Starts a persona's server, examines its model over HTTP as its provider's, and closes the server. */
export async function examinePersona(
  persona: ModelPersona,
  { wire, templates }: PersonaExamination = {},
): Promise<Examination> {
  const scenario = await modelPersona(persona.name, templates === undefined ? {} : { templates });
  const server = await startModelServer({ scenario, judge: "off" });
  try {
    const provider = PROVIDERS[persona.server.kind];
    const model = createModelClient({
      model: `${provider}/${askedName(persona)}`,
      baseUrl: provider === "ollama" ? server.url : `${server.url}/v1`,
      ...(wire && { wire }),
    });
    const profile = mergeProfiles((await model.ask()).profile, model.profile);
    return await examineModel({ model, profile, signal: new AbortController().signal });
  } finally {
    await server.close();
  }
}
