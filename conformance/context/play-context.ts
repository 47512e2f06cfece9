import {
  createAgent,
  type Message,
  type ModelProfile,
  type RunResult,
  type SessionEvent,
  type Tool,
  textResult,
} from "@millrace/agent";
import { createModelClient } from "@millrace/models";
import { type Answer, type ModelRequest, startModelServer, type Violation } from "@millrace/testkit";
import { type CaseMessage, historyOfBytes, storedMessages, TOOL } from "./stored-history.js";

/** What a case says of a conversation and its model. */
export interface ContextCase {
  readonly messages?: readonly CaseMessage[];
  /** Tokens of the model's window; `newWindow`: after a switch to another. */
  readonly window?: number;
  readonly newWindow?: number;
  /** Tokens that the model may write; `summaryOutputBudget`: in a summary, which is then wanted. */
  readonly maxOutput?: number;
  readonly summaryOutputBudget?: number;
  /** Tokens of the whole request that the conversation so far comes to. */
  readonly usedTokens?: number;
  readonly promptTokens?: number;
  readonly estimatedInput?: number;
  /** Tokens of the history alone, and of a system prompt beside it. */
  readonly historyTokens?: number;
  readonly systemTokens?: number;
  /** Characters of a result of the first call. */
  readonly toolResultChars?: number;
  readonly provider?: string;
  /** What the server says it read of the first request. */
  readonly usage?: { readonly input: number };
}

/** One run of an agent over HTTP, in one window. */
export interface PlayedContext {
  readonly given: ContextCase;
  /** What was said before the run. */
  readonly history: readonly Message[];
  readonly result: RunResult;
  readonly events: readonly SessionEvent[];
  readonly requests: readonly ModelRequest[];
  readonly violations: readonly Violation[];
}

/** A provider whose wire is spoken. */
interface Place {
  readonly model: string;
  readonly path: string;
}

/** Where results say that they are errors, and where calls are as strict. */
const PLACES: readonly Place[] = [
  { model: "anthropic/played", path: "" },
  { model: "custom/played", path: "/v1" },
];
const BYTES_PER_TOKEN = 4;
/** The windows that lie between one in which nothing but the user's words fit and one in which all does. */
const STEPS = 6;
const BEGIN = "the result begins here\n";
const END = "\nthe result ends here";

/**
 * Plays a case with an agent over HTTP: what was said before is given to a task, which then gets one more message.
 * Messages without a window are played in several, from one that holds all down to one that holds hardly anything.
 */
export async function playContext(given: ContextCase): Promise<PlayedContext[]> {
  const places = given.provider === undefined ? PLACES : [{ model: `${given.provider}/played`, path: "" }];
  const plays = places.map(async (place) => {
    if (given.messages === undefined)
      return [await playOnce(given, place, await historyOf(given, place), windowOf(given))];
    const history = storedMessages(given.messages);
    const whole = await promptTokens(given, place, history);
    const least = await promptTokens(
      given,
      place,
      history.filter(({ role }) => role === "user"),
    );
    const sizes = Array.from({ length: STEPS }, (_, at) => least + ((whole - least) * (STEPS - at)) / STEPS);
    // A quarter of a small window is the answer's.
    return Promise.all(sizes.map((size) => playOnce(given, place, history, Math.ceil(size / 0.75) + 1)));
  });
  return (await Promise.all(plays)).flat();
}

function windowOf({ window, newWindow }: ContextCase): number | undefined {
  return newWindow ?? window;
}

/** What was said before, so long that the request comes to what the case says. */
async function historyOf(given: ContextCase, place: Place): Promise<Message[]> {
  if (given.historyTokens !== undefined) return historyOfBytes(given.historyTokens * BYTES_PER_TOKEN);
  const wanted = given.usedTokens ?? given.promptTokens ?? given.estimatedInput;
  if (wanted === undefined) return [];
  const bytes = wanted * BYTES_PER_TOKEN;
  const over = (await promptTokens(given, place, historyOfBytes(bytes))) - wanted;
  const close = historyOfBytes(bytes - over * BYTES_PER_TOKEN);
  const still = (await promptTokens(given, place, close)) - wanted;
  return historyOfBytes(bytes - (over + still) * BYTES_PER_TOKEN);
}

/** Tokens of the request that this history makes where no window is known. */
async function promptTokens(given: ContextCase, place: Place, history: readonly Message[]): Promise<number> {
  const { usage: _, toolResultChars: _chars, summaryOutputBudget: _budget, ...plain } = given;
  const { events } = await playOnce(plain, place, history, undefined);
  const started = events.find((event) => event.type === "request-started");
  if (started?.type !== "request-started") throw new Error("Nothing was sent.");
  return started.tokensEstimated;
}

async function playOnce(
  given: ContextCase,
  place: Place,
  history: readonly Message[],
  window: number | undefined,
): Promise<PlayedContext> {
  const server = await startModelServer({
    scenario: { answers: [...firstAnswers(given), { text: "All is well.", repeat: "always" }], prefix: "report" },
  });
  try {
    const { client } = createModelClient({
      model: place.model,
      baseUrl: server.url + place.path,
      apiKey: "none",
      env: {},
    });
    const { summaryOutputBudget, systemTokens, maxOutput = summaryOutputBudget } = given;
    const known = (value: number) => ({ value, from: "user" as const, at: "2026-01-01" });
    const profile: Partial<ModelProfile> = {
      ...(window !== undefined && { window: known(window) }),
      ...(maxOutput !== undefined && { maxOutput: known(maxOutput) }),
    };
    const task = createAgent({
      model: client,
      profile,
      tools: [readFile(given.toolResultChars ?? 0)],
      protocol: "native",
      tier: "minimal",
      ...(summaryOutputBudget !== undefined && { compact: "summary" as const }),
      ...(systemTokens !== undefined && { role: "x".repeat(systemTokens * BYTES_PER_TOKEN) }),
    }).startTask({ id: "t", history });
    const events: SessionEvent[] = [];
    task.subscribe((event) => events.push(event));
    const result = await task.run("Go on.");
    return { given, history, result, events, requests: server.requests, violations: server.violations };
  } finally {
    await server.close();
  }
}

/** What the server answers first: a call whose result is too long, or words that show that it read only a part. */
function firstAnswers({ toolResultChars, usage }: ContextCase): Answer[] {
  if (toolResultChars !== undefined) return [{ calls: [{ name: TOOL, arguments: { path: "long.txt" } }] }];
  return usage === undefined ? [] : [{ text: "What task?", usage: { inputTokens: usage.input, outputTokens: 4 } }];
}

/** A tool whose result is so many characters, with marks at both ends. */
function readFile(characters: number): Tool {
  const between = Math.max(0, characters - BEGIN.length - END.length);
  return {
    name: TOOL,
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    effects: "none",
    accesses: async () => [],
    run: async () => textResult(`${BEGIN}${"x".repeat(between)}${END}`),
  };
}
