import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BridgeMode } from "@millrace/bridge";
import type { Answer, Call, Wire } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import type { Client, How } from "./clients/client.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";
import { WRITTEN_CALLS } from "./written-calls.js";

const TEMPLATES = fileURLToPath(new URL("../../../../../shared/templates", import.meta.url));

/** A picture of one pixel. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=";

/** Families whose template keeps the beginning of a prompt that grew, natively and in text. */
const KEEPERS = [
  ...["qwen2.5-instruct", "qwen3-coder", "qwen3-instruct-2507", "llama-3.1", "llama-3.2", "gemma-3", "glm-4.6"],
  ...["deepseek-v3.1", "kimi-k2", "mistral-small-3.2", "granite-4.0", "phi-4", "smollm3"],
].map((name) => `${name}.jinja`);

/** What a template writes at the end of a prompt, and otherwise once the answer stands there. */
const END_MARKS = 64;

const LAST_WORDS = "All is done.";

interface Way {
  mode: BridgeMode;
  /** Its calls are text in this one. Absent: native. */
  writes?: string;
  /** It thinks, and its thoughts go back while their loop runs. */
  thinks: boolean;
}

const WAYS: readonly Way[] = [
  { mode: "native", thinks: false },
  { mode: "native", thinks: true },
  { mode: "salvage", thinks: false },
  { mode: "salvage", thinks: true },
  { mode: "salvage", writes: "hermes", thinks: false },
  { mode: "text", writes: "cline", thinks: true },
  { mode: "text", writes: "qwen3-coder", thinks: false },
];

/** What the model wants, message by message: of each call its path. */
const WANTED = [["a.txt", "b.txt"], ["c.png"], ["d.txt", "e.txt"]];

function answersIn({ mode, writes, thinks }: Way): readonly Answer[] {
  const loop = WANTED.map((paths, at): Answer => {
    const text = `I read ${paths.join(" and ")}.`;
    const thought = { chunk: 3, ...(thinks && { reasoning: `Step ${at + 1} needs ${paths.join(" and ")}.` }) };
    const write = WRITTEN_CALLS[writes ?? ""];
    if (write) {
      const calls = paths.map((path) => write({ name: "read_file", input: { path } }));
      return { ...thought, text: [text, ...calls].join("\n\n") };
    }
    return { ...thought, text, calls: paths.map((path): Call => ({ name: "read_file", arguments: { path } })) };
  });
  // At the next question servers want the thoughts of the loop before to be gone.
  const next: Answer = { text: "You are welcome.", ...(thinks && mode !== "text" && { prefix: "may-break" }) };
  return [...loop, { text: LAST_WORDS }, next];
}

/** Results in odd order, one with a picture, one that is missing; then a last question. */
async function playLoop(client: Client, url: string, how: How, picture: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  const conversation = client.talk(url, TOOLS, { system: "You are a careful agent." });
  conversation.say("Read them.");
  for (const paths of WANTED) {
    const { calls, text, error } = await conversation.ask(how);
    expect(error).toBeUndefined();
    expect(calls.map(({ input }) => input)).toEqual(paths.map((path) => ({ path })));
    texts.push(text.trim());
    const results = calls.map(({ id }, at) => ({
      id,
      text: `content of ${paths[at]}`,
      ...(paths[at] === "c.png" && picture !== undefined && { image: picture }),
    }));
    conversation.answer(paths.includes("e.txt") ? results.slice(1) : results.toReversed());
  }
  texts.push((await conversation.ask(how)).text.trim());
  conversation.say("Thanks.");
  texts.push((await conversation.ask(how)).text.trim());
  return texts;
}

async function expectLoop(wire: Wire, way: Way, templates?: string): Promise<void> {
  const { mode, writes, thinks } = way;
  for (const [at, client] of CLIENTS.entries()) {
    // There the request goes up as the client made it, and what is odd in it is the client's.
    if (mode === "native" && SAME_WIRE[client.wire] === wire) continue;
    const scenario = { server: { models: [{ name: "m", vision: true }] }, answers: answersIn(way) };
    const options = { mode, ...(writes !== undefined && { dialect: writes }), ...(templates && { templates }) };
    const { server, url } = await startBridgedModel(wire, scenario, options);
    // A picture goes up in a message of the user's: to a judge of thoughts the loop ends there.
    const picture = thinks ? undefined : PIXEL;
    const texts = await playLoop(client, url, at % 2 === 0 ? "helper" : "whole", picture);
    expect(texts.at(-2)).toBe(LAST_WORDS);
    expect(server.violations, client.wire).toEqual([]);
    const shares = server.requests.map(({ prefix }) => prefix.share);
    expect(thinks ? shares.slice(0, -1) : shares).toEqual(thinks ? [1, 1, 1, 1] : [1, 1, 1, 1, 1]);
    const last = server.requests.at(-1)?.body ?? "";
    if (templates && !thinks) {
      const seen = server.requests.flatMap(({ templatePrefixes }) => templatePrefixes);
      const lost = seen.filter(
        ({ file, sharedCharacters, previousCharacters }) =>
          KEEPERS.includes(file) && previousCharacters - sharedCharacters > END_MARKS,
      );
      expect(new Set(seen.map(({ file }) => file)).size).toBeGreaterThan(50);
      expect(lost).toEqual([]);
    }
    const told = ["a.txt", "b.txt", "c.png", "e.txt"].map((path) => `content of ${path}`);
    expect([...told, picture ?? ""].filter((text) => !last.includes(text))).toEqual([]);
  }
}

const SAME_WIRE: Readonly<Record<Client["wire"], Wire>> = {
  "openai-chat": "chat-completions",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
};

describe.each(UPSTREAM_WIRES)("against an upstream that speaks %s", (wire) => {
  test.each(WAYS)("a loop is what the strictest server takes, each request the beginning of the next: %o", (way) =>
    expectLoop(wire, way),
  );
});

// Without them the judge's own rules must do.
test.skipIf(!existsSync(TEMPLATES)).each(WAYS)(
  "no chat template refuses or drops anything of a loop (skipped where ../shared is not): %o",
  (way) => expectLoop("chat-completions", way, TEMPLATES),
);
