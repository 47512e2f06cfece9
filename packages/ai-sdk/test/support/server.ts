import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type Answer, type ModelServer, startModelServer } from "@millrace/testkit";
import { wrapLanguageModel } from "ai";
import { onTestFinished } from "vitest";
import { type MillraceOptions, millrace } from "../../src/index.js";

/** A model server that gives these answers, and a model of the SDK that asks it, with the middleware. Closed with the test. */
export async function modelOn(answers: readonly Answer[], options?: MillraceOptions) {
  const server: ModelServer = await startModelServer({ scenario: { answers } });
  onTestFinished(() => server.close());
  const provider = createOpenAICompatible({ name: "local", baseURL: `${server.url}/v1`, includeUsage: true });
  const model = wrapLanguageModel({ model: provider("scripted"), middleware: millrace(options) });
  return { model, server };
}
