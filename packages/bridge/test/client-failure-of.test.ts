import { ModelError } from "@millrace/agent";
import { expect, test } from "vitest";
import { clientFailureOf } from "../src/client-failure-of.js";

test.each([
  [404, 404],
  [529, 529],
  // No answer can have these: an upstream's own numbers.
  [999, 502],
  [200, 502],
  [undefined, 502],
])("an upstream's status %s is %i for the client", (status, told) => {
  const facts = {
    kind: "unknown",
    phase: "first-byte",
    retryable: false,
    provider: "custom",
    remedy: "Ask it.",
  } as const;
  const error = new ModelError("Go away.", { ...facts, ...(status !== undefined && { status }) });
  const failure = clientFailureOf(error);
  expect(failure).toEqual({ status: told, kind: "unknown", message: "Go away. Ask it." });
  expect(new Response(null, { status: failure.status }).status).toBe(told);
});
