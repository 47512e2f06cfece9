import { createAgent, type ErrorKind, type RunResult, type SessionEvent, type Timers } from "@millrace/agent";
import { createModelClient } from "@millrace/models";
import {
  type Answer,
  type AnswerFunction,
  type NamedFault,
  type ReceivedRequest,
  startModelServer,
  type Violation,
} from "@millrace/testkit";
import { fastClock } from "../conformance/loop/fast-clock.js";
import { LAST_WORDS, messageNumber, nextAnswer, type Protocol, storyTools } from "./story.js";

/** A wire, and the model's name by which a client speaks it. */
export const WIRES = {
  "chat-completions": { model: "custom/scripted", path: "/v1" },
  "openai-responses": { model: "openai/scripted", path: "/v1" },
  ollama: { model: "ollama/scripted", path: "" },
  anthropic: { model: "anthropic/scripted", path: "" },
} as const satisfies Record<ReceivedRequest["wire"], { model: string; path: string }>;

/** What is done to the answers of the story. */
interface Strike {
  /** The message of the story that it hits, from 1. */
  message: number;
  fault: NamedFault;
  /** Whether the fault is over once it struck, or strikes whenever the message is asked for. */
  lasts: "once" | "always";
}

/** One way of telling the story. */
export interface Telling {
  wire: ReceivedRequest["wire"];
  protocol: Protocol;
  strike: Strike;
  /** The fault is that nothing comes. */
  isSilent: boolean;
}

/** What came of it, as far as it can be seen from outside. */
export interface Told {
  result: RunResult;
  /** The notes whose call ran, in order. */
  ran: readonly string[];
  requests: number;
  violations: readonly Violation[];
  /** The kinds that were told, in order: of what was sent again, then of what ended the run. */
  retried: readonly (ErrorKind | "empty")[];
  failed: readonly string[];
}

/** How much faster than the real one the clock of a story goes: its waits are divided by this. */
const SPEED = 100;

/**
 * Limits of silence, milliseconds of the fast clock. A busy machine is slow to answer, and that must not look like
 * silence: short ones are for faults that are silent, and those are told apart by them.
 */
const PATIENT: Timers = { "first-byte": 3e6, "first-content": 3e6, stream: 3e6, keepAlivesOnly: 3e6 };
const IMPATIENT: Timers = { "first-byte": 2e5, "first-content": 2e5, stream: 2e5, keepAlivesOnly: 3e5 };

/** Plays the story over HTTP with the strike, on a clock that runs faster. */
export async function runStory({ wire, protocol, strike, isSilent }: Telling): Promise<Told> {
  const server = await startModelServer({ scenario: { answers: answersOf(strike, protocol) } });
  try {
    const { model, path } = WIRES[wire];
    const { client, profile } = createModelClient({ model, baseUrl: `${server.url}${path}`, apiKey: "key", env: {} });
    const ran: string[] = [];
    const { local: _, ...remote } = profile;
    const agent = createAgent({
      model: client,
      profile: remote,
      tools: storyTools(ran),
      protocol,
      mode: "auto",
      clock: fastClock(SPEED),
      timers: isSilent ? IMPATIENT : PATIENT,
    });
    const events: SessionEvent[] = [];
    const task = agent.startTask({ id: "story" });
    task.subscribe((event) => events.push(event));
    const result = await task.run("Do the notes alpha, bravo and charlie.");
    return {
      result,
      ran,
      requests: server.requests.length,
      violations: [...server.violations],
      retried: events.flatMap((event) => (event.type === "request-retrying" ? [event.kind] : [])),
      failed: events.flatMap((event) => (event.type === "request-failed" ? [event.kind] : [])),
    };
  } finally {
    await server.close();
  }
}

/**
 * Nobody listens until the story is over: on a busy machine a short outage would be over before anyone asked. So it is
 * never struck by once.
 */
const OUTAGE: Answer = { fault: { end: "refuse", forMs: 3_600_000 } };

/** More than any telling needs. */
const MOST_REQUESTS = 20;

function answersOf({ message, fault, lasts }: Strike, protocol: Protocol): readonly (Answer | AnswerFunction)[] {
  const [first] = fault.apply({ text: LAST_WORDS });
  const isOutage = first?.fault?.end === "refuse";
  let struck: Answer[] | undefined;
  const answer = (request: ReceivedRequest): Answer => {
    const said = nextAnswer(request, protocol);
    if (isOutage || messageNumber(request) !== message) return said;
    if (struck === undefined || (struck.length === 0 && lasts === "always")) struck = [...fault.apply(said)];
    return struck.shift() ?? said;
  };
  const answers = Array.from({ length: MOST_REQUESTS }, () => answer);
  // An outage answers no request: it stands between those that are answered.
  return isOutage ? [...answers.slice(0, message - 1), OUTAGE, ...answers] : answers;
}
