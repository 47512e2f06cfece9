import {
  type Clock,
  createAgent,
  type ModelClient,
  type ModelProfile,
  type RunEnd,
  type SessionEvent,
  type Timers,
  type Tool,
  textResult,
} from "@millrace/agent";

/** A run of an agent, watched from outside. Plain JSON. */
export interface WatchedRun {
  readonly end: RunEnd;
  readonly text: string;
  /** All that happened in it, in order. */
  readonly events: readonly SessionEvent[];
  /** When each of these happened, milliseconds of the clock from the begin of the run. */
  readonly times: readonly number[];
  /** Where it was stopped: how many events there were, and real milliseconds until it had ended. */
  readonly stopped?: { readonly atEvent: number; readonly settledMs: number };
}

/** What a run is made with. */
export interface RunToWatch {
  readonly client: ModelClient;
  readonly profile?: Partial<ModelProfile>;
  readonly clock: Clock;
  readonly timers?: Partial<Timers>;
  /** Runs before the one that is watched: what they read makes a history to shorten. */
  readonly earlierRuns?: number;
  /**
   * When the watched run is stopped, milliseconds of the clock from what the server says first, its words or its refusal:
   * how long a process takes to send its request is no part of a case.
   */
  readonly stopAtMs?: number;
  /** Also told every event of the watched run, as it happens. */
  readonly onEvent?: (event: SessionEvent) => void;
}

/** What the tool of the watched agent is called, and what calls it in a model's text. */
export const READ_CALL = "<read_file>\n<path>notes.txt</path>\n</read_file>";

const readFile: Tool = {
  name: "read_file",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  effects: "none",
  accesses: async () => [],
  run: async () => textResult("word ".repeat(1_000)),
};

/** Runs an agent whom nobody answers, with one tool that gives 5,000 bytes. */
export async function watchRun(options: RunToWatch): Promise<WatchedRun> {
  const { client, profile, clock, timers, onEvent } = options;
  const task = createAgent({
    model: client,
    tools: [readFile],
    protocol: "text",
    clock,
    ...(profile && { profile }),
    ...(timers && { timers }),
  }).startTask();
  for (let run = 0; run < (options.earlierRuns ?? 0); run++) await task.run("Read my notes.");

  const begin = clock.monotonic();
  const events: SessionEvent[] = [];
  const times: number[] = [];
  const { stopAtMs } = options;
  let stopped: { atEvent: number; at: number } | undefined;
  let cancel: (() => void) | undefined;
  const stop = () => {
    stopped = { atEvent: events.length, at: performance.now() };
    task.stop();
  };
  task.subscribe((event) => {
    events.push(event);
    times.push(clock.monotonic() - begin);
    if (stopAtMs !== undefined && isWordOfServer(event)) cancel ??= clock.timer(stopAtMs, stop);
    onEvent?.(event);
  });
  const { end, text } = await task.run("Go.");
  cancel?.();
  return {
    end,
    text,
    events,
    times,
    ...(stopped && { stopped: { atEvent: stopped.atEvent, settledMs: performance.now() - stopped.at } }),
  };
}

function isWordOfServer(event: SessionEvent): boolean {
  return event.type === "request-retrying" || (event.type === "block" && event.event.type === "text-delta");
}
