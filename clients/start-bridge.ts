import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The program, from its sources. */
const PROGRAM = fileURLToPath(new URL("../packages/cli/src/main.ts", import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** A bridge that runs. */
export interface RunningBridge {
  /** Without `/v1`. */
  url: string;
  close(): Promise<void>;
}

/**
 * Starts `millrace bridge` as its users do, on any free port. Resolves once it has said its address; rejects with what it
 * said where it ends before that.
 */
export async function startBridge(to: {
  upstream: string;
  model: string;
  flags: readonly string[];
  /** In place of the user's: no configuration of anyone's is read. */
  home: string;
}): Promise<RunningBridge> {
  const options = ["--upstream", to.upstream, "--model", to.model, ...to.flags];
  const child = spawn(
    process.execPath,
    ["--conditions=@millrace/source", "--import", "tsx", PROGRAM, "bridge", ...options, "--port", "0"],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, HOME: to.home, XDG_CONFIG_HOME: to.home, XDG_STATE_HOME: to.home },
    },
  );
  const ended = once(child, "exit");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = ADDRESS.exec(line)?.[0];
    if (url === undefined) continue;
    // What it logs must not fill the pipe.
    child.stderr.resume();
    return {
      url,
      close: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`millrace bridge did not start.\n${said.join("\n")}`);
}
