import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { lostByTemplate, type PlayedSession, playSession } from "../../bench/prefix-session.js";
import { knownLosses, losses } from "../../bench/template-losses.js";

const SHARED = process.env.MILLRACE_SHARED ?? join(import.meta.dirname, "../../../shared");
const TEMPLATES = join(SHARED, "templates");
const TURNS = 200;

describe.each(["text", "native"] as const)("a session of 200 turns over HTTP, %s", (protocol) => {
  let session: PlayedSession;
  beforeAll(async () => {
    session = await playSession({ protocol, turns: TURNS });
  });

  test("each request begins with all of the one before it, and breaks no rule", () => {
    expect(session.requests).toHaveLength(TURNS);
    expect(session.requests.filter(({ prefix }) => prefix.share < 1)).toEqual([]);
    expect(session.violations).toEqual([]);
  });

  test("the agent's own meter says the same", () => {
    expect(session.finished).toHaveLength(TURNS);
    for (const [at, { cachePrefixBytes, previousBytes, prefixBreak }] of session.finished.entries()) {
      expect(prefixBreak).toBeUndefined();
      expect(cachePrefixBytes).toBe(previousBytes);
      expect(previousBytes).toBe(session.finished[at - 1]?.bytes ?? 0);
    }
  });

  /** Templates that lose more than the marks at the end where the request before is one of these. */
  const losing = async (...earlier: readonly number[]) => {
    const pairs = earlier.map((at) => session.requests.slice(at, at + 2));
    const lost = await lostByTemplate(pairs, TEMPLATES);
    expect(lost.size).toBeGreaterThan(protocol === "text" ? 115 : 70);
    return losses(lost);
  };

  describe.skipIf(!existsSync(TEMPLATES))("as chat templates render it (skipped where ../shared is not)", () => {
    test("within a loop all templates keep it but those that are named", { timeout: 120_000 }, async () => {
      expect(await losing(1, 60)).toEqual(knownLosses(protocol, "turn"));
    });

    test("where a new question comes, too", { timeout: 120_000 }, async () => {
      expect(await losing(TURNS / 2 - 1, TURNS / 2)).toEqual(knownLosses(protocol, "turn", "question"));
    });
  });
});

test.each(
  (["responses", "Ollama", "Anthropic"] as const).flatMap((wire) =>
    (["text", "native"] as const).map((protocol) => ({ wire, protocol })),
  ),
)("each request begins with all of the one before it on the wire of $wire, too, $protocol", async (how) => {
  const { requests, violations } = await playSession({ ...how, turns: TURNS });
  expect(requests.filter(({ prefix }) => prefix.share < 1)).toEqual([]);
  expect(violations).toEqual([]);
});

test("where thoughts go back they stay while their loop runs and go once, with the next question, and that is said", async () => {
  const { requests, violations, finished } = await playSession({ protocol: "native", turns: TURNS, thinks: true });
  expect(violations).toEqual([]);
  const broken = requests.flatMap(({ number, prefix }) => (prefix.share < 1 ? [number] : []));
  expect(broken).toEqual([TURNS / 2 + 1]);
  expect(finished.flatMap(({ prefixBreak }, at) => (prefixBreak ? [{ number: at + 1, ...prefixBreak }] : []))).toEqual([
    { number: TURNS / 2 + 1, at: 1, why: "question" },
  ]);
});
