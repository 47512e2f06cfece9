import { dirname, resolve } from "node:path";
import { type Bridge, logJson, logText, type RequestSummary, startBridge } from "@millrace/bridge";
import type { ConnectedModel } from "@millrace/models";
import { InvalidOptionError } from "@millrace/protocol";
import { chooseUpstream } from "../bridge/choose-upstream.js";
import { type ContentsLog, openContentsLog } from "../bridge/contents-log.js";
import { type Introduced, settingsLines, settingsTitle, upstreamLines } from "../bridge/introduction.js";
import { asListenError } from "../bridge/listen-error.js";
import { userConfiguration } from "../config/find-config.js";
import { printable } from "../output/printable.js";
import { Terminal } from "../output/terminal.js";
import { knowModel } from "../profiles/know-model.js";
import { openProfileStore } from "../profiles/open-store.js";
import type { BridgeFlags } from "../program.js";
import { keyFrom } from "../run/key-from.js";
import { timersOf } from "../run/timers-of.js";
import { watchSignals } from "../run/watch-signals.js";
import { UsageError } from "../usage-error.js";

/** M-I-L-L on the keys of a telephone. No model server, gateway or agent that is known listens there by itself. */
const DEFAULT_PORT = 6455;

/**
 * `millrace bridge`: answers agents from any model until a signal comes, and leaves the exit code in `process.exitCode`.
 * Throws UsageError or InvalidOptionError for what the command line or the configuration got wrong.
 */
export async function bridge(flags: BridgeFlags, version: string): Promise<void> {
  const user = await userConfiguration(process.env);
  const { choice, found } = await chooseUpstream(flags, user, process.env);
  const { host = "127.0.0.1", port = DEFAULT_PORT, mode, maxBody, tokenEnv } = flags;
  const { caFile, maxSilenceSeconds } = user?.values ?? {};
  const store = openProfileStore(process.env);
  const terminal = new Terminal();
  const contents = await contentsLog(flags.logContents, terminal);
  const options = {
    ...choice,
    host,
    port,
    version,
    ...(mode !== undefined && { mode }),
    ...(user && caFile !== undefined && { caFile: resolve(dirname(user.path), caFile) }),
    ...(maxSilenceSeconds !== undefined && { timers: timersOf(maxSilenceSeconds) }),
    profileOf: async (model: ConnectedModel) => {
      const { profile, notices } = await knowModel(model, user?.values ?? {}, store);
      for (const notice of notices) terminal.note(`millrace: ${printable(notice)}`);
      return profile;
    },
    ...(tokenEnv !== undefined && { token: keyFrom(tokenEnv, "the token of clients", process.env) }),
    ...(flags.allowOrigin && { allowOrigins: flags.allowOrigin }),
    ...(flags.insecure && { insecure: flags.insecure }),
    ...(flags.constrain && { constrain: flags.constrain }),
    ...(maxBody !== undefined && { maxBodyBytes: maxBody * 1024 * 1024 }),
    onRequest: logOf(flags.log ?? "text"),
    ...(contents && { onContents: (entry: Parameters<ContentsLog["add"]>[0]) => contents.add(entry) }),
  };
  const running = await startBridge(options).catch((error: unknown) => {
    throw asListenError(namingUpstream(error), { host, port });
  });
  const stop = untilSignal(terminal);
  terminal.note(`millrace bridge ${version} at ${running.url}`);
  if (found) terminal.note(`  ${printable(found)}`);
  // A signal does not wait for an upstream that takes its time to say what it has.
  const introduced = introduce(terminal, running, { named: choice.upstream, tokenEnv });
  const exitCode = await Promise.race([introduced.then(() => stop), stop]);
  await running.close();
  await contents?.close();
  process.exitCode = exitCode;
}

async function introduce(
  terminal: Terminal,
  running: Bridge,
  more: Pick<Introduced, "named" | "tokenEnv">,
): Promise<void> {
  const introduced = { url: running.url, upstream: await running.upstream(), ...more };
  for (const line of upstreamLines(introduced)) terminal.note(printable(line));
  terminal.note("");
  terminal.note(settingsTitle(introduced));
  for (const line of settingsLines(introduced)) terminal.note(printable(line));
  terminal.note("");
}

function untilSignal(terminal: Terminal): Promise<number> {
  return new Promise((resolve) => {
    const signals = watchSignals((signal) => {
      // The terminal shows the key that was pressed at the beginning of the line.
      if (signal === "SIGINT" && terminal.isScreen) terminal.note("");
      terminal.note(
        `millrace: going down; answers under way may end${signal === "SIGINT" ? " (Ctrl-C again: at once)" : ""}`,
      );
      resolve(signals.exitCode ?? 0);
    });
  });
}

/** Where a line a request goes: standard output, whose reader may be a program. */
function logOf(form: "text" | "json" | "off"): (summary: RequestSummary) => void {
  if (form === "off") return () => {};
  const line = form === "json" ? logJson : (summary: RequestSummary, at: Date) => printable(logText(summary, at));
  return (summary) => void process.stdout.write(`${line(summary, new Date())}\n`);
}

async function contentsLog(path: string | undefined, terminal: Terminal): Promise<ContentsLog | undefined> {
  if (path === undefined) return undefined;
  return openContentsLog(path, (error) =>
    terminal.note(`millrace: ${path} cannot be written any more, nothing else is logged there: ${error.message}`),
  );
}

/** The libraries name the address `baseUrl`; here it is the upstream. */
function namingUpstream(error: unknown): unknown {
  if (!(error instanceof InvalidOptionError) || !error.message.includes("`baseUrl`")) return error;
  return new UsageError(error.message.replaceAll("`baseUrl`", "--upstream URL"), { cause: error });
}
