import {
  type AskUser,
  createAgent,
  type ModelProfile,
  type SessionEvent,
  type Tool,
  textResult,
} from "@millrace/agent";
import type { ConnectedModel } from "@millrace/models";
import { type ReceivedRequest, startModelServer } from "@millrace/testkit";
import { codingToolsByForm } from "@millrace/tools";
import { answerOf } from "./answer-of.js";
import type { Conversation, Run, SaidCall } from "./conversation.js";

/** One request as it came in over the wire. */
export interface RecordedRequest {
  request: ReceivedRequest;
  /** What came between the request before and this one: some of it may change earlier text. */
  after: "nothing" | "results" | "question" | "compaction";
}

/** A conversation as it went over the wire. */
export interface Recording {
  conversation: Conversation;
  requests: readonly RecordedRequest[];
  /** What a strict server has against them. */
  violations: readonly string[];
}

/** Begins the system text. */
export const ROLE = "SYSTEM-ROLE You are Millrace, a coding agent.";

/**
 * Has the conversation with a scripted model, through our agent and our client, and keeps the requests as they came in.
 *
 * @param connect makes the client of the model at an address; its profile decides protocol and shape
 * @throws Error where a run ends otherwise than the conversation says: then it is not the conversation that it should be
 */
export async function recordConversation(
  conversation: Conversation,
  connect: (url: string) => ConnectedModel,
): Promise<Recording> {
  const { runs } = conversation;
  const messages = runs.flatMap(({ answers }) => answers);
  const calls = new Map(messages.flatMap(({ calls = [] }) => calls).map((call) => [keyOf(call), call]));
  const protocol = connect("http://127.0.0.1:9").profile.protocol?.value ?? "native";
  const answers = messages.map((said) => answerOf(said, protocol));
  const server = await startModelServer({ scenario: { prefix: "report", answers } });
  try {
    const { client, profile } = connect(server.url);
    const task = createAgent({
      model: client,
      profile: { ...profile, ...settingsOf(conversation) },
      role: ROLE,
      mode: "ask",
      askUser: askUserAbout(calls),
      tools: (form) => codingToolsByForm()(form).map((tool) => scripted(tool, calls, () => task.stop())),
    }).startTask({ id: "t" });

    const after: RecordedRequest["after"][] = [];
    let before: RecordedRequest["after"][] = ["nothing"];
    task.subscribe((event) => {
      if (event.type === "history-compacted") before.push("compaction");
      if (event.type === "request-started") {
        after.push(before.at(-1) ?? "results");
        before = [];
      }
      if (isText(event) && messages[after.length - 1]?.cut === "stop") task.stop();
    });
    for (const run of runs) {
      if (after.length > 0) before.push("question");
      const { end, message } = await task.run(run.user);
      if (end !== endOf(run)) throw new Error(`${conversation.kind} (${protocol}): a run ended ${end}: ${message}`);
    }
    if (server.requests.length !== messages.length || after.length !== messages.length) {
      throw new Error(`${conversation.kind}: ${server.requests.length} requests for ${messages.length} messages`);
    }
    return {
      conversation,
      requests: server.requests.map((request, at) => ({ request, after: after[at] ?? "results" })),
      violations: server.violations.map(({ rule, path, message }) => `${rule} at ${path}: ${message}`),
    };
  } finally {
    await server.close();
  }
}

function settingsOf({ window, vision }: Conversation): Partial<ModelProfile> {
  const told = <T>(value: T) => ({ value, from: "user" as const, at: "2026-01-01" });
  return {
    ...(window !== undefined && { window: told(window) }),
    ...(vision !== undefined && { vision: told(vision) }),
  };
}

function isText(event: SessionEvent): boolean {
  return event.type === "block" && event.event.type === "text-delta";
}

function endOf({ answers }: Run): "answered" | "aborted" {
  const last = answers.at(-1);
  const stopped = last?.cut === "stop" || last?.calls?.some(({ result }) => result === "stop");
  return stopped ? "aborted" : "answered";
}

/** Calls are told apart by what they are about. */
function keyOf({ name, arguments: given }: Pick<SaidCall, "name" | "arguments">): string {
  return `${name} ${given.path ?? given.command}`;
}

/** Says no to the calls that are to be rejected, and yes to all others. */
function askUserAbout(calls: ReadonlyMap<string, SaidCall>): AskUser {
  const rejections = [...calls.values()].flatMap(({ arguments: { command }, result }) =>
    typeof result === "object" && "rejected" in result ? [{ command, words: result.rejected }] : [],
  );
  return async ({ accesses = [] }) => {
    const rejection = rejections.find(({ command }) => accesses.some(({ target }) => target === command));
    return rejection ? { answer: "no", words: rejection.words } : { answer: "yes" };
  };
}

/** The tool as the model knows it, but with the results of the conversation. */
function scripted(tool: Tool, calls: ReadonlyMap<string, SaidCall>, stop: () => void): Tool<Record<string, string>> {
  const { name, description, parameters, effects } = tool;
  return {
    name,
    description,
    parameters,
    effects,
    accesses: async ({ path = "", command = "" }) => {
      if (effects === "command") return [{ effect: "command", target: command, opaque: true }];
      return [{ effect: effects === "none" ? "read" : "files", target: path }];
    },
    run: async (input, { signal }) => {
      const result = calls.get(keyOf({ name, arguments: input }))?.result;
      if (result === "stop") {
        stop();
        signal.throwIfAborted();
      }
      return typeof result === "object" && "status" in result ? result : textResult("no such result");
    },
  };
}
