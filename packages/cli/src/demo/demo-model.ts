import { type ConnectedModel, createModelClient } from "@millrace/models";
import type { Settings } from "../config/settings.js";
import { chooseModel } from "../run/choose-model.js";

/** The model of a demo and what has to be closed after it. */
export interface DemoModel {
  model: ConnectedModel;
  close(): Promise<void>;
}

/** A server on this machine that says what is written in scripted-answers. */
export async function scriptedModel(): Promise<DemoModel> {
  const [{ startModelServer }, { scriptedAnswers }] = await Promise.all([
    import("@millrace/testkit"),
    import("./scripted-answers.js"),
  ]);
  const server = await startModelServer({ scenario: scriptedAnswers, judge: "off" });
  return {
    model: createModelClient({ model: "scripted", baseUrl: `${server.url}/v1`, env: {} }),
    close: () => server.close(),
  };
}

/** The user's own. Throws UsageError as a run does. */
export async function ownModel(settings: Settings): Promise<DemoModel> {
  const { choice } = await chooseModel(settings, process.env);
  const model = createModelClient(choice);
  await model.load();
  return { model, close: async () => {} };
}
