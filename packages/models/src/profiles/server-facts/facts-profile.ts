import { createHash } from "node:crypto";
import type { Known, ModelProfile } from "@millrace/agent";
import type { ModelTarget } from "../../model-target.js";
import { dialectsBehind } from "../family-dialects.js";
import { familyProfile } from "../family-profile.js";
import type { ServerSaid } from "../server-said.js";
import type { ModelFacts } from "./model-facts.js";
import { templateDialect } from "./template-dialect.js";

/** Why tools are taught in text. */
const TAKES_NO_TOOLS = "its server says that it takes no native tools";
const ONE_CALL = "its server says that its chat template takes one call a message";
const NO_SYSTEM = "its server says that its chat template takes no system message";
const BY_TEMPLATE = "the chat template that its server shows writes calls so";
/** Ollama loads a model with less than it can hold, and a request of OpenAI's wire cannot ask for more. */
const CAN_HOLD = "what the model can hold; its server may run it with less";

/**
 * What a server's facts mean for a profile, each value dated and `from: "server"`.
 *
 * The window is the one that a request gets: that of the loaded model; on Ollama's own wire each request asks for the
 * size it needs, so there it is what the model can hold.
 */
export function factsProfile(facts: Partial<ModelFacts>, target: ModelTarget): Partial<ModelProfile> {
  const at = new Date().toISOString();
  const known = <T>(value: T, why?: string): Known<T> => ({ value, from: "server", at, ...(why && { why }) });
  const { maxOutput, tools, parallel, vision, thinks, systemMessage, prices, template } = facts;
  const window = windowOf(facts, target);
  const dialect = template === undefined ? undefined : templateDialect(template);
  return {
    ...(window && { window: known(window.tokens, window.why) }),
    ...(maxOutput !== undefined && { maxOutput: known(maxOutput) }),
    ...(tools !== undefined && { protocol: tools ? known("native" as const) : known("text" as const, TAKES_NO_TOOLS) }),
    ...(dialect !== undefined && { otherDialects: known(dialectsBehind([dialect]), BY_TEMPLATE) }),
    ...(parallel !== undefined && { parallel: parallel ? known(true) : known(false, ONE_CALL) }),
    ...(vision !== undefined && { vision: known(vision) }),
    ...(systemMessage === false && { systemText: known("first-user" as const, NO_SYSTEM) }),
    ...(thinks && {
      // What of it goes back is the family's to say: the server only says that it comes.
      reasoning: {
        form: "field" as const,
        back: familyProfile(target.model).reasoning?.back ?? target.provider.reasoningBack ?? "drop",
        from: "server" as const,
        at,
      },
    }),
    ...(prices && { prices: known(prices) }),
  };
}

function windowOf(
  { runsWith, trained }: Partial<ModelFacts>,
  { provider, wire }: ModelTarget,
): { tokens: number; why?: string } | undefined {
  if (provider.name === "ollama" && wire === "ollama-chat")
    return trained === undefined ? undefined : { tokens: trained };
  if (runsWith !== undefined) return { tokens: Math.min(runsWith, trained ?? runsWith) };
  if (trained === undefined) return undefined;
  return { tokens: trained, ...(provider.local && { why: CAN_HOLD }) };
}

/**
 * What is compared when the model is met again. A window that it may have is none that it runs with: it changes when the
 * model is loaded, and nothing is different then.
 */
export function saidOf(facts: Partial<ModelFacts>, profile: Partial<ModelProfile>): ServerSaid {
  const { template, quantization, weights } = facts;
  return {
    ...(profile.window && profile.window.why !== CAN_HOLD && { window: profile.window.value }),
    ...(template !== undefined && { template: shortHash(template) }),
    ...(quantization !== undefined && { quantization }),
    ...(weights !== undefined && { weights }),
  };
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
