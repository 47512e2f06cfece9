import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { untilAborted, wait } from "../../src/abortable.js";
import type { AskUser } from "../../src/approvals/ask.js";
import { foldSession } from "../../src/events/fold.js";
import type { Message } from "../../src/history/message.js";
import type { ModelClient, ModelRequest } from "../../src/model-client.js";
import { textResult } from "../../src/tool.js";
import { callsTool, modelError, pieces, writesCall } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { settled, TestClock } from "./test-clock.js";
import { recordingTool } from "./test-tools.js";

/** One answer of the model. */
interface Answer {
  calls: readonly ("read_file" | "write_it")[];
  /** The last call is not written to its end. */
  cutsLast: boolean;
  pieceLength: number;
  /** Between its first half and its second one. */
  pauseMs: number;
  end: "stop" | "length" | "break" | "stall" | "refuse" | "empty";
}

type Reply = "yes" | "no" | "no, go on";

/** What the model, the user and the world do in one run. Lists shorter than the run begin anew. */
interface Script {
  protocol: "text" | "native";
  oneCallAMessage: boolean;
  answers: readonly Answer[];
  replies: readonly Reply[];
  /** How long a call runs, and how long the user thinks. */
  delaysMs: readonly number[];
  /** Behind so many events. */
  steersAt: number | undefined;
  stopsAt: number | undefined;
}

const answer: fc.Arbitrary<Answer> = fc.record({
  calls: fc.array(fc.constantFrom("read_file", "write_it"), { maxLength: 4 }),
  cutsLast: fc.boolean(),
  pieceLength: fc.integer({ min: 1, max: 60 }),
  pauseMs: fc.constantFrom(0, 700, 20_000),
  end: fc.constantFrom("stop", "stop", "length", "break", "break", "stall", "refuse", "empty"),
});

const script: fc.Arbitrary<Script> = fc.record({
  protocol: fc.constantFrom("text", "native"),
  oneCallAMessage: fc.boolean(),
  answers: fc.array(answer, { minLength: 1, maxLength: 5 }),
  replies: fc.array(fc.constantFrom("yes", "yes", "yes", "no", "no, go on"), { minLength: 1, maxLength: 6 }),
  delaysMs: fc.array(fc.constantFrom(0, 1, 900, 90_000), { minLength: 1, maxLength: 5 }),
  steersAt: fc.option(fc.nat(60), { nil: undefined }),
  stopsAt: fc.option(fc.nat(150), { nil: undefined }),
});

const IN_TOKENS = 1_000;
const STEERED = "And mind the gap.";
const LAST: Answer = { calls: [], cutsLast: false, pieceLength: 9, pauseMs: 0, end: "stop" };

/** Each path stands in one answer only, and says in which. */
const pathOf = (at: number, call: number) => `a${at}c${call}.ts`;

function contentOf({ calls, cutsLast, pieceLength }: Answer, at: number, protocol: Script["protocol"]): StreamChunk[] {
  const words = `Look ${at}:`;
  if (protocol === "text") {
    const written = calls.map((name, call) =>
      cutsLast && call === calls.length - 1
        ? `\n<${name}>\n<path>${pathOf(at, call).slice(0, -3)}`
        : `\n${writesCall(name, { path: pathOf(at, call) })}\n`,
    );
    return pieces(words + written.join(""), pieceLength);
  }
  const chunks = calls.flatMap((name, call) => callsTool(call, name, { path: pathOf(at, call) }, `p${at}-${call}`));
  return [...pieces(words, pieceLength), ...(cutsLast && calls.length > 0 ? chunks.slice(0, -1) : chunks)];
}

/** Plays the script's answers, then whole ones without a call. Listens to its signal. */
class PlayedModel implements ModelClient {
  readonly id = "test/model";
  readonly requests: ModelRequest[] = [];
  readonly #clock: TestClock;
  readonly #script: Script;
  /** The script's answers are over, whatever of them was played. */
  over = false;

  constructor(clock: TestClock, played: Script) {
    this.#clock = clock;
    this.#script = played;
  }

  answerAt(at: number): Answer {
    return this.#script.answers[at] ?? LAST;
  }

  async *stream(request: ModelRequest, { signal }: { signal: AbortSignal }): AsyncIterable<StreamChunk> {
    const at = this.requests.push(request) - 1;
    const one = this.over ? LAST : this.answerAt(at);
    yield { type: "usage", usage: { inputTokens: IN_TOKENS, outputTokens: 1 } };
    if (one.end === "refuse") throw modelError();
    const content = one.end === "empty" ? [] : contentOf(one, at, this.#script.protocol);
    const half = Math.ceil(content.length / 2);
    yield* content.slice(0, half);
    await wait(this.#clock, one.pauseMs, signal);
    yield* content.slice(half);
    if (one.end === "break") throw modelError({ phase: "stream" });
    if (one.end === "stall") await untilAborted(new Promise(() => {}), signal);
    yield { type: "finish", reason: one.end === "length" ? "length" : "stop" };
  }
}

function pathIn(input: unknown): string {
  return (input as { path: string }).path;
}

/** Plays a script to its end; time goes on only where nothing else can. */
async function play(played: Script) {
  const clock = new TestClock();
  const model = new PlayedModel(clock, played);
  let taken = 0;
  const delay = () => played.delaysMs[taken++ % played.delaysMs.length] ?? 0;
  const tools = (["read_file", "write_it"] as const).map((name) =>
    recordingTool(name, name === "read_file" ? "none" : "files", async (path, { signal }) => {
      await wait(clock, delay(), signal);
      return textResult(`did ${path}`);
    }),
  );
  const replies: { callId: string | undefined; reply: Reply }[] = [];
  const askUser: AskUser = async ({ callId }, signal) => {
    const reply = played.replies[replies.length % played.replies.length] ?? "yes";
    replies.push({ callId, reply });
    await wait(clock, delay(), signal);
    return reply === "no, go on" ? { answer: "no", goOn: true } : { answer: reply };
  };
  const { protocol, oneCallAMessage } = played;
  const watched = startTask({ model, clock, tools, protocol, askUser, parallelToolCalls: !oneCallAMessage });
  let steered = false;
  const leave = watched.task.subscribe(({ seq }) => {
    if (seq === played.steersAt) {
      watched.task.steer(STEERED);
      steered = true;
    }
    if (seq === played.stopsAt) watched.task.stop();
  });
  const result = await passTime(watched.task.run("go"), clock);
  leave();
  return { clock, model, watched, result, replies, steered, ran: tools.flatMap(({ ran }) => ran) };
}

async function passTime<T>(work: Promise<T>, clock: TestClock): Promise<T> {
  let done = false;
  void work.finally(() => {
    done = true;
  });
  for (await settled(); !done; await settled()) {
    const [next] = clock.due;
    if (next === undefined) throw new Error("The run is not over, and nothing is waited for.");
    await clock.advance(next);
  }
  return work;
}

/** The paths of the calls that must have run: of each played answer those that closed, up to one that was refused. */
function mustHaveRun(
  { model, watched, replies }: Awaited<ReturnType<typeof play>>,
  oneCallAMessage: boolean,
): string[] {
  const paths = new Map(watched.of("call-closed").map(({ callId, block }) => [callId, pathIn(block.input)]));
  const replyTo = (path: string) => replies.find(({ callId }) => paths.get(callId ?? "") === path)?.reply;
  return model.requests.flatMap((_request, at) => {
    const { calls, cutsLast, end } = model.answerAt(at);
    if (end === "refuse" || end === "empty") return [];
    const closed = calls.slice(0, cutsLast ? -1 : undefined).slice(0, oneCallAMessage ? 1 : undefined);
    const run: string[] = [];
    for (const [call, name] of closed.entries()) {
      const path = pathOf(at, call);
      const reply = name === "write_it" ? replyTo(path) : "yes";
      if (reply === "yes") run.push(path);
      else if (reply !== "no, go on") break;
    }
    return run;
  });
}

/** Calls and results of messages, each by the id of its call. */
function callsAndResults(messages: readonly Message[]): { calls: string[]; results: string[] } {
  const parts = messages.flatMap((message) => message.parts);
  return {
    calls: parts.flatMap((part) => (part.type === "tool-use" ? [part.block.id] : [])),
    results: parts.flatMap((part) => (part.type === "tool-result" ? [part.callId] : [])),
  };
}

const answeredIds = ({ of }: Watched) =>
  of("call-finished").flatMap(({ callId, result }) => (result.status === "cut-off" ? [] : [callId]));

test("whatever breaks, stalls, is refused, rejected, steered or stopped, and when: no call runs twice, none is forgotten", async () => {
  await fc.assert(
    fc.asyncProperty(script, async (played) => {
      const all = await play(played);
      const { clock, model, watched, result, ran, steered } = all;
      const expected = mustHaveRun(all, played.oneCallAMessage);
      expect(new Set(ran).size).toBe(ran.length);
      if (result.end === "aborted") expect(expected).toEqual(expect.arrayContaining(ran));
      else expect([...ran].sort()).toEqual([...expected].sort());

      // Every call that closed is answered once, in the history too, and nothing is left open.
      const closed = watched.of("call-closed").map(({ callId }) => callId);
      expect(answeredIds(watched).sort()).toEqual([...closed].sort());
      const state = foldSession(watched.events);
      const { calls, results } = callsAndResults(state.history);
      expect([...calls].sort()).toEqual([...closed].sort());
      expect([...results].sort()).toEqual([...closed].sort());
      expect([state.calls.size, state.pendingAsks.size, clock.pending]).toEqual([0, 0, 0]);

      // Each request that went out is paid for once.
      expect(state.usage.requests).toBe(model.requests.length);
      if (result.end !== "aborted") expect(state.usage.inputTokens).toBe(IN_TOKENS * model.requests.length);

      // What was done, and what the user said, is what the model reads next.
      model.over = true;
      await passTime(watched.task.run("again"), clock);
      const sent = JSON.stringify(model.requests.at(-1)?.messages);
      const told = [...sent.matchAll(/did (a\d+c\d+\.ts)/g)].map(([, path]) => path);
      if (result.end === "aborted") expect(ran).toEqual(expect.arrayContaining(told));
      else expect(told.sort()).toEqual([...ran].sort());
      expect(sent.split(STEERED)).toHaveLength(steered ? 2 : 1);
      expect(clock.pending).toBe(0);
    }),
    { numRuns: 150 },
  );
});
