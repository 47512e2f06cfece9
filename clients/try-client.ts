import { rmSync } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "@millrace/testkit";
import type { Client } from "./client.js";
import type { Column } from "./columns.js";
import { installed, nodeFolder } from "./install.js";
import { faultsOf, keptPrefix } from "./judge-run.js";
import { runProgram } from "./run-program.js";
import { makeSandbox, writeFiles } from "./sandbox.js";
import { isOfTask, scriptedModel } from "./scripted-model.js";
import { startBridge } from "./start-bridge.js";
import { PROMPT, writeTask } from "./task.js";

/** A cell of the table. */
export interface Tried {
  client: Client;
  column: Column;
  /** A sentence each; none where all is well. */
  faults: readonly string[];
  /** The smallest share of a request that begins the next one. */
  keptPrefix: number;
  seconds: number;
}

/**
 * Lets a client do the task with the model of the column, the bridge between them. Installs the client where it is not
 * there. Rejects only where the bridge or npm fails; whatever the client does is told in `faults`.
 */
export async function tryClient(client: Client, column: Column): Promise<Tried> {
  const { family, flags, nativeTries } = column;
  const node = await nodeFolder(client.node);
  const program = client.kind === "agent" ? await installed(client.package) : undefined;
  const sandbox = makeSandbox(node);
  const { folder, home, workspace, env } = sandbox;
  const scenario = scriptedModel(family, client.hands, join(workspace, "mill.txt"));
  const server = await startModelServer({ scenario });
  const bridge = await startBridge({ upstream: `${server.url}/v1`, model: family.model, flags, home });
  try {
    writeTask(workspace);
    const launch = client.launch({
      url: bridge.url,
      model: family.model,
      prompt: PROMPT,
      home,
      workspace,
      command: (name) => join(program ?? "", "node_modules/.bin", name),
    });
    writeFiles(home, launch.files ?? {});
    const ended = await runProgram(launch.argv, { cwd: workspace, env: { ...env, ...launch.env } });
    const { requests, violations } = server;
    const ofTask = requests.filter((request) => isOfTask(request, client.hands));
    const faults = faultsOf({ ended, workspace, requests, ofTask, violations, marks: family.marks, nativeTries });
    return { client, column, faults, keptPrefix: keptPrefix(ofTask), seconds: ended.seconds };
  } finally {
    await bridge.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
