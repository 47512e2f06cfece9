import { ask } from "./bridge/ask.js";
import { type ListeningProcess, startProcess, type Used } from "./bridge/gateway-process.js";
import { type Order, wordsOf } from "./bridge/order.js";
import { ChatStreamReader } from "./bridge/sse-reader.js";

type Print = (line: string) => void;

/** What stands between client and model. */
const GATEWAYS = ["copy", "native", "salvage", "text"] as const;
type Gateway = (typeof GATEWAYS)[number];

/** Short requests, one after the other: how long until the first byte of the answer's text. */
const FIRST_TOKENS = 300;
/** Words of a long answer, and rounds of it. */
const WORDS = 50_000;
const DELTA = 4;
const ROUNDS = 5;
/** Streams at once, how long, and a delta each so often. */
const STREAMS = 200;
const SECONDS = 60;
const EVERY_MS = 50;
/** Looks at the memory while they run. */
const LOOKS = 6;

/** Against the process that copies bytes: about half as much again as was measured, docs/PERFORMANCE.md. */
const BUDGETS = { firstToken: 3, cpu: 4, cpuPaced: 4, memory: 1.5 } as const;
/** The heap at the last look against that at the second. */
const FLAT = 1.25;

/**
 * The bridge against a process that copies bytes, in the same run: time to the first token, CPU a delta, memory; then 200
 * streams at once for 60 s, each checked to the last character. False where a budget is not kept or anything was lost.
 */
export async function benchBridge(print: Print): Promise<boolean> {
  const upstream = await startProcess("./upstream.ts");
  const gateways = new Map<Gateway, ListeningProcess>();
  for (const kind of GATEWAYS) gateways.set(kind, await startProcess("./gateway.ts", kind, upstream.url));
  try {
    const alone = await compareAlone(gateways, print);
    print("");
    const together = await compareTogether(gateways, print);
    return alone && together;
  } finally {
    for (const gateway of gateways.values()) gateway.stop();
    upstream.stop();
  }
}

async function compareAlone(gateways: ReadonlyMap<Gateway, ListeningProcess>, print: Print): Promise<boolean> {
  print(`| one stream | first token ms | ratio | CPU µs/delta | ratio | peak RSS MB | ratio |`);
  print("| --- | --- | --- | --- | --- | --- | --- |");
  const firstTokens = await firstTokensOf(gateways);
  const costs = await costsOf(gateways);
  let kept = true;
  for (const kind of GATEWAYS) {
    const ratios = {
      firstToken: of(firstTokens, kind) / of(firstTokens, "copy"),
      cpu: of(costs, kind).cpuMs / of(costs, "copy").cpuMs,
      memory: of(costs, kind).rss / of(costs, "copy").rss,
    };
    kept &&= ratios.firstToken <= BUDGETS.firstToken && ratios.cpu <= BUDGETS.cpu && ratios.memory <= BUDGETS.memory;
    const deltas = wordsOf(LONG).length / DELTA;
    print(
      `| ${[
        kind,
        of(firstTokens, kind).toFixed(2),
        ratios.firstToken.toFixed(2),
        ((of(costs, kind).cpuMs * 1_000) / deltas).toFixed(2),
        ratios.cpu.toFixed(1),
        (of(costs, kind).rss / 1e6).toFixed(0),
        ratios.memory.toFixed(2),
      ].join(" | ")} |`,
    );
  }
  return kept;
}

const SHORT: Order = { seed: 1, words: 3, shape: "prose", size: DELTA, everyMs: 0 };
const LONG: Order = { seed: 1, words: WORDS, shape: "prose", size: DELTA, everyMs: 0 };

/** Medians, milliseconds, in turns. */
async function firstTokensOf(gateways: ReadonlyMap<Gateway, ListeningProcess>): Promise<Map<Gateway, number>> {
  const times = new Map<Gateway, number[]>(GATEWAYS.map((kind) => [kind, []]));
  for (let round = 0; round < FIRST_TOKENS; round++) {
    for (const [kind, { url }] of gateways) {
      const reader = new ChatStreamReader();
      const start = performance.now();
      let first: number | undefined;
      await ask(url, SHORT, (bytes) => {
        reader.push(bytes);
        if (reader.text !== "") first ??= performance.now() - start;
      });
      times.get(kind)?.push(first ?? Number.POSITIVE_INFINITY);
    }
  }
  return new Map([...times].map(([kind, list]) => [kind, list.sort((a, b) => a - b)[list.length >> 1] ?? 0]));
}

/** The least CPU of a long answer, and the most memory. */
async function costsOf(gateways: ReadonlyMap<Gateway, ListeningProcess>): Promise<Map<Gateway, Used>> {
  const best = new Map<Gateway, Used>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [kind, gateway] of gateways) {
      const before = await gateway.used();
      const reader = new ChatStreamReader();
      await ask(gateway.url, LONG, (bytes) => reader.push(bytes));
      if (reader.text.trim() !== wordsOf(LONG).trim()) throw new Error(`The ${kind} gateway lost something.`);
      const after = await gateway.used();
      const known = best.get(kind);
      best.set(kind, {
        cpuMs: Math.min(after.cpuMs - before.cpuMs, known?.cpuMs ?? Number.POSITIVE_INFINITY),
        rss: Math.max(after.rss, known?.rss ?? 0),
        heap: after.heap,
      });
    }
  }
  return best;
}

async function compareTogether(gateways: ReadonlyMap<Gateway, ListeningProcess>, print: Print): Promise<boolean> {
  print(
    `| ${STREAMS} streams at once, ${SECONDS} s | deltas | lost or mixed | CPU µs/delta | ratio | heap MB | flat |`,
  );
  print("| --- | --- | --- | --- | --- | --- | --- |");
  let kept = true;
  let floor = 0;
  for (const kind of ["copy", "text"] as const) {
    const gateway = of(gateways, kind);
    const { deltas, wrong, cpuMs, heaps } = await runTogether(gateway, kind);
    const perDelta = (cpuMs * 1_000) / deltas;
    if (kind === "copy") floor = perDelta;
    const growth = (heaps.at(-1) ?? 0) / (heaps[1] ?? 1);
    kept &&= wrong === 0 && growth <= FLAT && perDelta / floor <= BUDGETS.cpuPaced;
    print(
      `| ${[
        kind,
        deltas,
        wrong,
        perDelta.toFixed(0),
        (perDelta / floor).toFixed(2),
        heaps.map((bytes) => (bytes / 1e6).toFixed(0)).join(" "),
        growth.toFixed(2),
      ].join(" | ")} |`,
    );
  }
  return kept;
}

/** Half of the streams are prose, half a call that writes a file; through the copier all are the model's own text. */
async function runTogether(gateway: ListeningProcess, kind: Gateway) {
  const before = await gateway.used();
  const heaps: number[] = [];
  const look = setInterval(
    () => void gateway.used().then(({ heap }) => heaps.push(heap)),
    (SECONDS * 1_000) / (LOOKS + 1),
  );
  let wrong = 0;
  let deltas = 0;
  await Promise.all(
    Array.from({ length: STREAMS }, async (_, seed) => {
      const shape = seed % 2 === 0 || kind === "copy" ? "prose" : "call";
      const order: Order = { seed, words: wordsIn(seed), shape, size: DELTA, everyMs: EVERY_MS };
      const reader = new ChatStreamReader();
      await ask(gateway.url, order, (bytes) => reader.push(bytes));
      const words = wordsOf(order);
      deltas += Math.ceil(words.length / DELTA);
      const isRight =
        shape === "prose"
          ? reader.text.trim() === words.trim()
          : JSON.parse(reader.json).content.trim() === words.trim();
      if (!isRight || !reader.done) wrong++;
    }),
  );
  clearInterval(look);
  const after = await gateway.used();
  return { wrong, deltas, cpuMs: after.cpuMs - before.cpuMs, heaps };
}

/** So many that a stream takes its time. */
function wordsIn(seed: number): number {
  const characters = ((SECONDS * 1_000) / EVERY_MS) * DELTA;
  let length = 0;
  let words = 0;
  for (; length < characters; words++) length += `${seed}:${words} `.length;
  return words;
}

function of<Value>(map: ReadonlyMap<Gateway, Value>, kind: Gateway): Value {
  const value = map.get(kind);
  if (value === undefined) throw new Error(`There is no ${kind}.`);
  return value;
}
