import type { Timers } from "@millrace/agent";
import { type BridgeOptions, type RequestSummary, startBridge } from "@millrace/bridge";
import { type Answer, type NamedFault, startModelServer, type Violation, type Wire } from "@millrace/testkit";
import { ADDRESS, type ClientLibrary, type Fetch } from "../../conformance/bridge/client-library.js";
import type { SeenAnswer } from "../../conformance/bridge/seen-answer.js";
import { CountingClock } from "../../conformance/loop/counting-clock.js";
import { fastClock } from "../../conformance/loop/fast-clock.js";
import { type AskedMode, goodAnswer, TOOLS } from "./answer.js";

/** One question through the bridge, with a fault behind it. */
export interface Asking {
  wire: Wire;
  mode: AskedMode;
  client: ClientLibrary;
  /** How the client takes the answer. */
  way: "stream" | "whole";
  fault: NamedFault;
  lasts: "once" | "always";
  /** The fault is that nothing comes. */
  isSilent: boolean;
}

/** What came of it. */
export interface Asked {
  /** Undefined: the client waited in vain. */
  seen: SeenAnswer | undefined;
  summaries: readonly RequestSummary[];
  requests: number;
  /** What the bridge asked of the server beforehand: connections may be kept of it. */
  lookUps: number;
  /** What a strict server says of the requests. */
  violations: readonly Violation[];
  /** Timers that run on when all is over. */
  timers: number;
}

/** How the bridge is told of a server that speaks this wire. */
const UPSTREAMS: Readonly<Record<Wire, (url: string) => Pick<BridgeOptions, "upstream" | "provider" | "apiKey">>> = {
  "chat-completions": (url) => ({ upstream: `${url}/v1`, provider: "custom" }),
  "openai-responses": (url) => ({ upstream: `${url}/v1`, provider: "openai", apiKey: "key" }),
  ollama: (url) => ({ upstream: url, provider: "ollama" }),
  anthropic: (url) => ({ upstream: url, provider: "anthropic", apiKey: "key" }),
};

/** How much faster than the real one the clock of the bridge goes. */
const SPEED = 100;

/** Limits of silence, milliseconds of the fast clock: as in the stories of the loop. */
const PATIENT: Timers = { "first-byte": 3e6, "first-content": 3e6, stream: 3e6, keepAlivesOnly: 3e6 };
const IMPATIENT: Timers = { "first-byte": 2e5, "first-content": 2e5, stream: 2e5, keepAlivesOnly: 3e5 };

/** A client that waits longer, milliseconds, waits in vain. */
const IN_VAIN_MS = 120_000;

/** Nobody listens until all is over. */
const OUTAGE: Answer = { fault: { end: "refuse", forMs: 3_600_000 } };

/** More than any client needs. */
const MOST_REQUESTS = 12;

/** Asks once over HTTP, by the client's own library with its retries off. */
export async function askThroughBridge(asking: Asking): Promise<Asked> {
  const { wire, mode, client, way, isSilent } = asking;
  const server = await startModelServer({ scenario: { answers: answersOf(asking) } });
  const clock = new CountingClock(fastClock(SPEED));
  const summaries: RequestSummary[] = [];
  const bridge = await startBridge({
    ...UPSTREAMS[wire](server.url),
    mode,
    env: {},
    clock,
    timers: isSilent ? IMPATIENT : PATIENT,
    onRequest: (summary) => summaries.push(summary),
  });
  const { seen, isInVain } = await inTime(client[way === "stream" ? "ask" : "askWhole"](fetchAt(bridge.url), TOOLS));
  // A bridge that holds a connection does not close; where it already failed that is not waited for.
  if (!isInVain) await bridge.close();
  await server.close();
  return {
    seen,
    summaries,
    requests: server.requests.length,
    lookUps: server.lookUps.length,
    violations: [...server.violations],
    timers: clock.running,
  };
}

function fetchAt(url: string): Fetch {
  return (input, init) => fetch(String(input).replace(ADDRESS, url), init);
}

async function inTime(asked: Promise<SeenAnswer>): Promise<{ seen?: SeenAnswer; isInVain: boolean }> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const inVain = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), IN_VAIN_MS);
  });
  const seen = await Promise.race([asked, inVain]);
  clearTimeout(timer);
  return seen === undefined ? { isInVain: true } : { seen, isInVain: false };
}

function answersOf({ fault, lasts, mode }: Asking): readonly Answer[] {
  const good = goodAnswer(mode);
  const struck = fault.apply(good);
  if (struck[0]?.fault?.end === "refuse") return [OUTAGE, good];
  if (lasts === "once") return [...struck, { ...good, repeat: "always" }];
  return Array.from({ length: MOST_REQUESTS }, () => struck).flat();
}
