import { rmSync } from "node:fs";
import { join } from "node:path";
import { type ModelServer, startModelServer } from "@millrace/testkit";
import type { Client } from "./client.js";
import type { Column } from "./columns.js";
import { installed, nodeFolder } from "./install.js";
import { faultsOf, keptPrefix } from "./judge-run.js";
import { type Ended, runProgram } from "./run-program.js";
import { makeSandbox, type Sandbox, writeFiles } from "./sandbox.js";
import { isOfTask, scriptedModel } from "./scripted-model.js";
import { startBridge } from "./start-bridge.js";
import { PROMPT, writeTask } from "./task.js";

/** Of a client for the whole task; the slowest needs six seconds on an idle machine. */
const LIMIT_MS = 120_000;

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
 * there. Never rejects for what the client, the bridge or npm does: that is told in `faults`.
 */
export async function tryClient(client: Client, column: Column): Promise<Tried> {
  const { family, nativeTries } = column;
  const sandbox = makeSandbox();
  const { folder, workspace } = sandbox;
  writeTask(workspace);
  const server = await startModelServer({ scenario: scriptedModel(family, client.hands, join(workspace, "mill.txt")) });
  try {
    const ended = await runThroughBridge(client, column, server, sandbox);
    const { requests, violations } = server;
    const ofTask = requests.filter((request) => isOfTask(request, client.hands));
    const faults = faultsOf({ ended, workspace, requests, ofTask, violations, marks: family.marks, nativeTries });
    return { client, column, faults, keptPrefix: keptPrefix(ofTask), seconds: ended.seconds };
  } catch (error) {
    // One that does not start must not end the run of all the others.
    return { client, column, faults: [String(error)], keptPrefix: 0, seconds: 0 };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function runThroughBridge(
  client: Client,
  { family: { model }, flags }: Column,
  server: ModelServer,
  { home, workspace, env }: Sandbox,
): Promise<Ended> {
  const node = await nodeFolder(client.node);
  const program = client.kind === "agent" ? await installed(client.package) : "";
  const bridge = await startBridge({ upstream: `${server.url}/v1`, model, flags, home });
  try {
    const launch = client.launch({
      url: bridge.url,
      model,
      prompt: PROMPT,
      home,
      workspace,
      command: (name) => join(program, "node_modules/.bin", name),
    });
    writeFiles(home, launch.files ?? {});
    return await runProgram(launch.argv, {
      cwd: workspace,
      env: { ...env, PATH: `${node}:${env.PATH}`, ...launch.env },
      limitMs: LIMIT_MS,
    });
  } finally {
    await bridge.close();
  }
}
