import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import { type Answer, faultsOn, type NamedFault, type Wire } from "../src/index.js";
import { anthropic, chat, codeOf, HELLO, ollama, outageClock, receive, responses, serve } from "./client.js";

const WIRES: readonly Wire[] = ["chat-completions", "openai-responses", "ollama", "anthropic"];
const ASK = { "chat-completions": chat, "openai-responses": responses, ollama, anthropic };
const TEXT = "Grüße, ich lese die Datei 修复方法 😀.";
const ANSWERS: Readonly<Record<"text" | "native", Answer>> = {
  text: { reasoning: "Hm.", text: `${TEXT}\n<read_file>\n<path>a.txt</path>\n</read_file>`, chunk: 9 },
  native: {
    text: TEXT,
    calls: [
      { name: "read_file", arguments: { path: "a.txt", lines: [1, 20] } },
      { name: "read_file", arguments: { path: "b.txt", lines: [21, 40] } },
    ],
    chunk: 9,
  },
};
const QUIET_TURNS = 5;
const QUIET_MS = 30;

interface Seen {
  status: number | undefined;
  body: string;
  /** As `receive` says it: `hung-up` where nothing more came, or only signs of life. */
  end: string;
}

async function look(wire: Wire, answers: readonly Answer[]): Promise<Seen> {
  const server = await serve({ answers }, { judge: "off" });
  const receiving = receive(server, wire);
  const soFar = () => Buffer.concat(receiving.pieces).toString();
  if (answers.some(isSilent)) {
    await server.waitForRequest(1);
    await untilQuiet(() => `${receiving.status} ${contentIn(wire, soFar())}`);
    receiving.hangUp();
  }
  const end = await receiving.end;
  const { status, headers, pieces } = receiving;
  try {
    return { status, end, body: decoded(Buffer.concat(pieces), headers["content-encoding"]) };
  } catch (error) {
    return { status, end: codeOf(error) ?? String(error), body: "" };
  }
}

/** Throws as a client does whose server says that it compressed, and did not. */
function decoded(body: Buffer, encoding: string | undefined): string {
  if (encoding === "gzip") return gunzipSync(body).toString();
  return (encoding === "br" ? brotliDecompressSync(body) : body).toString();
}

/** Resolves when nothing changed any more in so many turns, each long enough for whatever is on its way. */
async function untilQuiet(state: () => string): Promise<void> {
  let before = "";
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    await wait(QUIET_MS);
    await nextTurn();
    const now = state();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

/** Who waits for the end of it waits for ever. */
function isSilent({ fault }: Answer): boolean {
  return fault?.end === "stall" || fault?.end === "keep-alives";
}

/** The deltas in a body, read as plainly as can be: frames that do not parse are passed over. */
function framesIn(body: string): Record<string, unknown>[] {
  return body.split("\n").flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line.replace(/^data: /, ""));
      return typeof value === "object" && value !== null ? [value as Record<string, unknown>] : [];
    } catch {
      return [];
    }
  });
}

// biome-ignore lint/suspicious/noExplicitAny: what four wires send is read without their types.
type Loose = any;

function contentIn(wire: Wire, body: string): string {
  return framesIn(body)
    .map((frame: Loose) => {
      if (wire === "openai-responses")
        return /^response\.(?:output_text|function)/.test(frame.type) ? (frame.delta ?? "") : "";
      if (wire === "anthropic") return `${frame.delta?.text ?? ""}${frame.delta?.partial_json ?? ""}`;
      const said = wire === "ollama" ? frame.message : frame.choices?.[0]?.delta;
      const calls = (said?.tool_calls ?? []).map(({ function: { arguments: args } }: Loose) =>
        typeof args === "string" ? args : JSON.stringify(args),
      );
      return `${said?.content ?? ""}${calls.join("")}`;
    })
    .join("");
}

/** Is there a word on why it ended? */
function finishIn(wire: Wire, body: string): boolean {
  return framesIn(body).some((frame: Loose) => {
    if (wire === "openai-responses") return frame.type === "response.completed";
    if (wire === "anthropic") return typeof frame.delta?.stop_reason === "string";
    return wire === "ollama" ? frame.done === true : typeof frame.choices?.[0]?.finish_reason === "string";
  });
}

const ENDS: Readonly<Record<string, RegExp>> = {
  // Who is busy takes a reset for a close.
  reset: /^(reset|closed)$/,
  close: /^closed$/,
  garble: /^HPE_/,
  cut: /^done$/,
  error: /^done$/,
  stall: /^hung-up$/,
  keep: /^hung-up$/,
  refuse: /^ECONNREFUSED$/,
  gzip: /^done$|^Z_DATA_ERROR$/,
  length: /^closed$/,
};

it.each(WIRES.flatMap((wire) => (["text", "native"] as const).map((kind) => [wire, kind] as const)))(
  "sends what each fault says that it delivers (%s, %s)",
  async (wire, kind) => {
    const good = ANSWERS[kind];
    const whole = contentIn(wire, (await look(wire, [good])).body);
    expect(whole).toContain(TEXT);
    const check = async (fault: NamedFault) => {
      const seen = await look(wire, fault.apply(good));
      const content = contentIn(wire, seen.body);
      const facts = { name: fault.name, ...seen, content };
      const [word = ""] = fault.name.split("-");
      expect(facts).toEqual({ ...facts, end: expect.stringMatching(ENDS[word] ?? /^done$/) });

      if (fault.delivers === "nothing") expect(facts).toEqual({ ...facts, content: "" });
      else if (fault.name === "two-starts") expect(content.endsWith(whole), fault.name).toBe(true);
      else if (fault.delivers === "part") {
        expect(whole.startsWith(content) && content !== "" && content !== whole, JSON.stringify(facts)).toBe(true);
      } else expect(facts).toEqual({ ...facts, content: whole });
      if (fault.delivers === "unfinished") expect(finishIn(wire, seen.body), fault.name).toBe(false);
      if (fault.delivers === "all") expect(finishIn(wire, seen.body), fault.name).toBe(true);

      if (fault.phase === "connect") expect(seen.status === 200, fault.name).toBe(fault.delivers === "all");
      else expect(facts).toEqual({ ...facts, status: 200 });
      const bodyCame = seen.body !== "" && fault.phase !== "connect";
      if (/-after-headers$/.test(fault.name) && word !== "keep" && word !== "error") expect(bodyCame).toBe(false);
      if (/-before-content$/.test(fault.name)) expect(facts).toEqual({ ...facts, body: expect.stringMatching(/./) });
    };
    const faults = faultsOn(wire);
    // By itself: its time is one that stands still.
    outageClock();
    for (const fault of faults.filter(({ name }) => name === "refuse")) await check(fault);
    vi.useRealTimers();
    await Promise.all(faults.filter(({ name }) => name !== "refuse").map(check));
  },
);

it.each(WIRES)("names each fault once, and has all of them in JSON (%s)", (wire) => {
  const faults = faultsOn(wire);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(new Set(faults.map(({ phase }) => phase))).toEqual(
    new Set(["connect", "first-byte", "first-content", "stream"]),
  );
  for (const { name, apply } of faults) {
    const answers = apply(ANSWERS.native);
    expect([name, JSON.parse(JSON.stringify(answers))]).toEqual([name, answers]);
    expect(answers.length, name).toBeGreaterThan(0);
  }
});

it.each(WIRES)("leaves a server that answers the next request well, whatever the fault (%s)", async (wire) => {
  const good: Answer = { text: TEXT };
  const again = async ({ name, apply }: NamedFault, pass: (ms: number) => void = () => {}) => {
    const answers = apply(good);
    const server = await serve({ answers: [...answers, good] }, { judge: "off" });
    const ask = (signal?: AbortSignal) =>
      ASK[wire](server, HELLO, signal === undefined ? {} : { signal }).then((response) => response.text());
    for (const [index, answer] of answers.entries()) {
      if (answer.fault?.end === "refuse") {
        await expect(ask()).rejects.toThrow();
        pass(answer.fault.forMs);
      } else {
        const hangUp = new AbortController();
        const asked = ask(hangUp.signal).catch(() => undefined);
        const request = await server.waitForRequest(index + 1);
        if (isSilent(answer)) hangUp.abort();
        await asked;
        await request.ended;
      }
    }
    const patience = { timeout: 10_000 };
    if (name === "refuse") await expect.poll(() => fetch(`${server.url}/v1/models`), patience).toBeTruthy();
    // On a connection of its own: one that a fault broke may still be in a pool.
    const next = receive(server, wire);
    expect(await next.end, name).toBe("done");
    expect(Buffer.concat(next.pieces).toString(), name).toContain(TEXT.slice(-3));
    expect(server.violations, name).toEqual([]);
  };
  const faults = faultsOn(wire);
  // By itself: its time is moved by hand.
  for (const fault of faults.filter(({ name }) => name === "refuse")) await again(fault, outageClock());
  vi.useRealTimers();
  await Promise.all(faults.filter(({ name }) => name !== "refuse").map((fault) => again(fault)));
});
