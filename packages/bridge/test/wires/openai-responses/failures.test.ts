import { expect, test } from "vitest";
import type { ClientFailure } from "../../../src/client-failure.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";
import { headOf } from "./answers.js";
import { readEvents } from "./little-reader.js";

const LIMITED: ClientFailure = {
  status: 429,
  kind: "rate_limit",
  message: "Too many requests.",
  retryAfterSeconds: 12,
};

/** The last event of a stream that fails like this, after a word. */
function lastEvent(failure: ClientFailure) {
  const writer = openAiResponsesWire.stream(headOf());
  writer.begin();
  writer.write({ type: "text-start" });
  writer.write({ type: "text-delta", text: "A word" });
  return readEvents(writer.fail(failure)).at(-1);
}

test("codex finds the code and the wait in response.failed", () => {
  expect(lastEvent(LIMITED)).toMatchObject({
    type: "response.failed",
    response: {
      status: "failed",
      error: { code: "rate_limit_exceeded", message: "Too many requests. Please try again in 12s." },
      incomplete_details: null,
    },
  });
});

test("a message that names the wait already is left as it is", () => {
  const message = "Limit reached. Please try again in 1.5s.";
  expect(openAiResponsesWire.error({ ...LIMITED, message })).toMatchObject({ error: { message } });
});

test("what was whole before a failure stays in the answer, what was not does not", () => {
  const writer = openAiResponsesWire.stream(headOf());
  const events = [
    { type: "text-start" },
    { type: "text-delta", text: "Whole" },
    { type: "text-end" },
    { type: "call-start", id: "call_a", name: "read_file" },
    { type: "call-delta", text: "{" },
  ] as const;
  const stream = [writer.begin(), ...events.map((event) => writer.write(event)), writer.fail(LIMITED)].join("");
  const last = readEvents(stream).at(-1);
  expect(last).toMatchObject({ response: { output: [{ type: "message", content: [{ text: "Whole" }] }] } });
});
