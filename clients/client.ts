import type { ToolCall } from "./tool-call.js";

/** Somebody else's program that talks to the bridge. */
export interface Client {
  name: string;
  kind: "SDK" | "agent";
  wire: "chat completions" | "responses" | "messages";
  /** Exact. */
  package: { name: string; version: string };
  /** Set where it does not run on Node 20. */
  node?: 22;
  /** How it is started in a place of its own. */
  launch(place: Place): Launch;
  /** Its own tools, for the steps of the task. */
  hands: Hands;
}

/** Where a client runs, and whom it talks to. */
interface Place {
  /** Of the bridge, without `/v1`. */
  url: string;
  /** What it calls the model. */
  model: string;
  prompt: string;
  home: string;
  workspace: string;
  /** Its program: the path of an installed package's command. */
  command(name: string): string;
}

/** The command line, what is added to a bare environment, and files by their path below the home folder. */
interface Launch {
  argv: readonly [program: string, ...args: string[]];
  env?: Readonly<Record<string, string>>;
  files?: Readonly<Record<string, string>>;
}

/** How a client's tools are called for each step. Paths are absolute. */
export interface Hands {
  read(file: string): ToolCall;
  edit(file: string, from: string, to: string): ToolCall;
  run(command: string): ToolCall;
}
