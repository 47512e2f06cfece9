import { EventEmitter, once } from "node:events";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startBridge } from "@millrace/bridge";
import { expect, test } from "vitest";
import { CountingClock } from "../../../../conformance/loop/counting-clock.js";
import { fastClock } from "../../../../conformance/loop/fast-clock.js";
import type { Client } from "./clients/client.js";
import { CLIENTS } from "./clients/index.js";
import { END, startUpstream, textChunk } from "./gated-upstream.js";
import { TOOLS } from "./tools.js";

const MUCH = textChunk("0123456789abcdef".repeat(1_000));

/** What becomes of a request, as the upstream plays it. Those that never end are left by the client. */
const FATES: Readonly<Record<string, (response: ServerResponse) => Promise<void> | void>> = {
  answered: (response) => void response.end(textChunk("Yes.") + END),
  refused: (response) => {
    response.statusCode = 400;
    response.end('{"error":{"message":"No."}}');
  },
  busy: (response) => {
    response.statusCode = 503;
    response.end();
  },
  reset: (response) => void response.write(textChunk("Ye"), () => response.socket?.resetAndDestroy()),
  broken: (response) => void response.end(`${textChunk("Ye")}data: {"cho\n\n`),
  "left in the middle": async (response) => {
    response.write(textChunk("Ye"));
    await once(response, "close");
  },
  "left before anything came": async (response) => void (await once(response, "close")),
  "left by a client that is slow": async (response) => {
    const endless = function* () {
      for (;;) yield MUCH;
    };
    await pipeline(endless, response).catch(() => {});
  },
};

const NAMES = Object.keys(FATES);
/** So much of each request that one that is kept shows. */
const FILLER = "What was said before. ".repeat(3_000);

/** `nth`: of all requests. In each other round of clients and fates the answer is asked for whole. */
async function ask(client: Client, url: string, fate: string, asked: EventEmitter, nth: number): Promise<void> {
  const conversation = client.talk(url, TOOLS);
  conversation.say(`${FILLER} ${nth} fate: ${fate}.`);
  const hangUp = new AbortController();
  const isWhole = Math.floor(nth / (CLIENTS.length * NAMES.length)) % 2 === 0;
  const answer = conversation.ask(isWhole && !fate.startsWith("left") ? "whole" : "events", {
    signal: hangUp.signal,
    onPiece: () => (fate.startsWith("left") ? hangUp.abort() : undefined),
  });
  if (fate === "left before anything came") {
    await once(asked, fate);
    hangUp.abort();
  }
  const { error } = await answer;
  if (!fate.startsWith("left") && (error === undefined) !== (fate === "answered"))
    throw new Error(`${client.wire}, ${fate}: ${error?.message}`);
}

test("300 requests of every fate leave nothing behind: no memory, no connection, no timer", {
  timeout: 120_000,
}, async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const sockets = () => process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  const before = sockets();
  const asked = new EventEmitter();
  const upstream = await startUpstream((response, body) => {
    const fate = /fate: ([a-z ]+)\./.exec(body)?.[1] ?? "";
    asked.emit(fate);
    return FATES[fate]?.(response);
  });
  const clock = new CountingClock(fastClock(1_000));
  const ends: Record<string, number> = {};
  const timers = { "first-byte": 1e9, "first-content": 1e9, stream: 1e9, keepAlivesOnly: 1e9 };
  const bridge = await startBridge({
    upstream,
    provider: "custom",
    env: {},
    mode: "salvage",
    clock,
    timers,
    onRequest: ({ end }) => {
      ends[end] = (ends[end] ?? 0) + 1;
    },
  });
  let nth = 0;
  const askMany = async (count: number) => {
    for (let at = 0; at < count; at += CLIENTS.length) {
      const fate = NAMES[(at / CLIENTS.length) % NAMES.length] ?? "";
      // One after the other where the client waits for the upstream's word that it was asked.
      for (const client of CLIENTS) await ask(client, bridge.url, fate, asked, nth++);
    }
  };
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  await askMany(96);
  const early = heap();
  await askMany(204);
  const grown = heap() - early;
  await bridge.close();
  for (let turns = 0; turns < 1_000 && sockets() > before; turns++) await turn();

  expect(ends).toEqual({ answered: 39, failed: 153, "client-closed": 108 });
  expect(clock.running).toBe(0);
  // A request kept, of 66 KB, would be 13 MB.
  expect(grown).toBeLessThan(6 * 1024 * 1024);
  expect(sockets()).toBe(before);
});
