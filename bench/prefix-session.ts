import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent, type EventOf } from "@millrace/agent";
import { createModelClient } from "@millrace/models";
import { type Answer, type ModelRequest, startModelServer, type Violation } from "@millrace/testkit";
import { codingTools, createWorkspace } from "@millrace/tools";

/** How the model of a session calls its tools. */
export type Protocol = "text" | "native";

/** A session as it is to go. */
export interface SessionToPlay {
  protocol: Protocol;
  turns: number;
  /** The model thinks, and its thoughts go back while their loop runs (rule echo). Default false. */
  thinks?: boolean;
  /** Default: chat completions. */
  wire?: keyof typeof TARGETS;
}

const TARGETS = {
  "chat completions": (url: string) => ({ model: "m", baseUrl: `${url}/v1`, env: {} }),
  responses: (url: string) => ({ model: "openai/m", baseUrl: `${url}/v1`, apiKey: "key", env: {} }),
  Ollama: (url: string) => ({ model: "ollama/m", baseUrl: url, env: {} }),
  Anthropic: (url: string) => ({ model: "anthropic/m", baseUrl: url, apiKey: "key", env: {} }),
};

/** A session as it was sent, and as the agent itself measured it. */
export interface PlayedSession {
  requests: readonly ModelRequest[];
  violations: readonly Violation[];
  finished: readonly EventOf<"request-finished">[];
}

/**
 * Plays a session of so many turns over HTTP: each reads a line of a file, but for the last and the one in the middle,
 * which answer. Behind that in the middle a second question comes.
 */
export async function playSession(session: SessionToPlay): Promise<PlayedSession> {
  const { protocol, turns, thinks = false, wire = "chat completions" } = session;
  const folder = await mkdtemp(join(tmpdir(), "millrace-prefix-"));
  await writeFile(join(folder, "lines.txt"), Array.from({ length: turns }, (_, at) => `line ${at + 1}\n`).join(""));
  const half = Math.floor(turns / 2);
  const answers = Array.from({ length: turns }, (_, at): Answer => {
    if (at === half - 1 || at === turns - 1) return { text: `Read up to line ${at}.` };
    if (protocol === "text") return { text: asText(at + 1) };
    return {
      calls: [readLine(at + 1)],
      ...(thinks && { reasoning: `Line ${at + 1} is missing.` }),
      // Some templates treat words beside a call in a way of their own.
      ...(at % 10 === 0 && { text: `Line ${at + 1} is next.` }),
    };
  });
  const server = await startModelServer({ scenario: { answers, prefix: thinks ? "report" : "must-hold" } });
  const { client, profile } = createModelClient(TARGETS[wire](server.url));
  const task = createAgent({
    model: client,
    profile: { ...profile, ...(thinks && { reasoning: { form: "field", back: "echo" } }) },
    tools: codingTools({ form: protocol }),
    workspace: await createWorkspace(folder),
    protocol,
    limits: { maxTurns: turns },
  }).startTask();
  const finished: EventOf<"request-finished">[] = [];
  task.subscribe((event) => {
    if (event.type === "request-finished") finished.push(event);
  });
  for (const question of ["Read the first lines.", "Read the others."]) {
    const { end, message } = await task.run(question);
    if (end !== "answered") throw new Error(`The session ended otherwise: ${message}`);
  }
  await server.close();
  await rm(folder, { recursive: true });
  return { requests: server.requests, violations: server.violations, finished };
}

function readLine(line: number) {
  return { name: "read_file", arguments: { path: "lines.txt", start_line: line, end_line: line } };
}

function asText(line: number): string {
  return `Line ${line}.\n\n<read_file>\n<path>lines.txt</path>\n<start_line>${line}</start_line>\n<end_line>${line}</end_line>\n</read_file>`;
}

/**
 * Renders pairs of requests, one behind the other, through every chat template of a folder, as servers do. Gives of each
 * template that takes them how many characters of the earlier prompt did not begin the later one, where that was worst.
 */
export async function lostByTemplate(
  pairs: readonly (readonly ModelRequest[])[],
  folder: string,
): Promise<ReadonlyMap<string, number>> {
  const answers = pairs.flatMap((pair, at) => pair.map((): Answer => ({ text: "Yes.", conversation: `pair ${at}` })));
  const server = await startModelServer({ scenario: { answers, prefix: "report" }, templates: folder });
  for (const { body } of pairs.flat()) {
    const headers = { "content-type": "application/json" };
    await (await fetch(`${server.url}/v1/chat/completions`, { method: "POST", headers, body })).text();
  }
  await server.close();
  const lost = new Map<string, number>();
  for (const { file, sharedCharacters, previousCharacters } of server.requests.flatMap((one) => one.templatePrefixes)) {
    lost.set(file, Math.max(lost.get(file) ?? 0, previousCharacters - sharedCharacters));
  }
  return lost;
}
