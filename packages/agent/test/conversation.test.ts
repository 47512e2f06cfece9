import { describe, expect, test } from "vitest";
import { systemClock } from "../src/clock.js";
import { TokenEstimator } from "../src/context/estimate.js";
import { Conversation } from "../src/conversation.js";
import { EventStream } from "../src/event-stream.js";
import { noJournal } from "../src/journal.js";
import { turn, user } from "./conversation.js";
import { turnConfig } from "./turn-config.js";

const WINDOW = 10_000;

/** A conversation with so many bytes of results, and a tokenizer of so many bytes a token. */
function said(resultBytes: number, bytesPerToken: number) {
  const conversation = new Conversation(
    "t",
    new EventStream(systemClock, noJournal),
    new TokenEstimator(bytesPerToken),
  );
  const turns = Array.from({ length: 10 }, (_, at) => turn(`m${at}`, 1, "x".repeat(resultBytes / 10)));
  for (const message of [user("task"), ...turns.flat()]) conversation.add(message);
  const config = turnConfig("text", {
    window: { value: WINDOW, from: "user", at: "" },
    bytesPerToken: { value: bytesPerToken, from: "user", at: "" },
  });
  return { conversation, prepare: () => conversation.prepare({ config, sections: [], interactive: false }) };
}

describe("what a server was seen to take", () => {
  test("leaves an answer its share of the window where it comes to more tokens than was thought", async () => {
    const { conversation, prepare } = said(10_000, 2);
    conversation.limitTo(25_000);
    expect((await prepare()).tokensEstimated).toBeLessThanOrEqual(WINDOW * 0.75);
  });

  test("is all the prompt's where it is less than the window leaves", async () => {
    const { conversation, prepare } = said(14_000, 4);
    conversation.limitTo(15_000);
    const { bytes } = await prepare();
    expect(bytes).toBeLessThanOrEqual(15_000);
    // Seven tenths of it, less one of the ten turns at most.
    expect(bytes).toBeGreaterThan(15_000 * 0.6);
  });
});
