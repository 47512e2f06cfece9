import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { SessionEvent, Timers } from "@millrace/agent";
import type { WatchedRun } from "./watch-run.js";

/** A run for the child: the model's address instead of a client, a clock by its speed. Plain JSON. */
export interface ProcessJob {
  readonly model: string;
  readonly apiKey?: string;
  readonly baseUrl: string;
  /** How much faster than the real one the clock goes. */
  readonly factor: number;
  readonly timers?: Partial<Timers>;
  readonly earlierRuns?: number;
  readonly stopAtMs?: number;
}

/** What the child says: each event as it happens, then the run. */
export type ProcessNews =
  | { readonly event: SessionEvent }
  | { readonly run: WatchedRun }
  | { readonly failure: string };

/**
 * An agent in a process of its own that runs one job after the other. It is started with the first, and holds neither
 * this process nor itself alive.
 */
export class AgentProcess {
  #child: ChildProcess | undefined;

  /** Of the child, once it was started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** One job at a time. */
  run(job: ProcessJob, onEvent: (event: SessionEvent) => void = () => {}): Promise<WatchedRun> {
    const child = this.#start();
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        child.off("message", hear);
        child.off("exit", died);
        act();
      };
      const hear = (news: ProcessNews) => {
        if ("event" in news) onEvent(news.event);
        else if ("run" in news) settle(() => resolve(news.run));
        else settle(() => reject(new Error(news.failure)));
      };
      const died = () => settle(() => reject(new Error("The process of the agent ended before its run.")));
      child.on("message", hear);
      child.once("exit", died);
      child.send(job);
    });
  }

  end(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }

  #start(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const child = fork(fileURLToPath(new URL("./agent-child.ts", import.meta.url)), {
      execArgv: ["--conditions=@millrace/source", "--import", "tsx"],
    });
    child.unref();
    child.channel?.unref();
    this.#child = child;
    return child;
  }
}

const processes = new Map<string, AgentProcess>();

/** The process that plays the cases of a wire: one for all kinds, so that each is started once. */
export function agentProcessFor(wire: string): AgentProcess {
  const known = processes.get(wire);
  if (known !== undefined) return known;
  const made = new AgentProcess();
  processes.set(wire, made);
  return made;
}
