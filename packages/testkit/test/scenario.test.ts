import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadScenario, startModelServer, TestkitError } from "../src/index.js";

async function scenarioFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "millrace-testkit-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "scenario.json");
  await writeFile(file, text);
  return file;
}

it("reads a scenario from a file", async () => {
  const scenario = { $schema: "x", server: { kind: "ollama", models: [{ name: "m" }] }, answers: [{ text: "Hi." }] };
  expect(await loadScenario(await scenarioFile(JSON.stringify(scenario)))).toEqual(scenario);
});

it("names the file and what is wrong with it", async () => {
  const file = await scenarioFile("{");
  const failed = expect(loadScenario(file)).rejects;
  await failed.toMatchObject({ code: "invalid_scenario", message: expect.stringContaining(file) });
  await expect(loadScenario("/nowhere/scenario.json")).rejects.toThrow("ENOENT");
});

it.each<[unknown, string]>([
  [[], "scenario: it must be an object"],
  [{}, "scenario.answers: it must be a list"],
  [{ answers: [], mood: 1 }, "scenario.mood: there is no such key"],
  [{ answers: ["hi"] }, "answers[0]: it must be an object"],
  [{ answers: [{ txt: "hi" }] }, "answers[0].txt: there is no such key"],
  [{ answers: [{ text: 1 }] }, "answers[0].text: it must be a text or a list of texts"],
  [{ answers: [{ text: "a", chunk: 0 }] }, "answers[0].chunk: it must be a whole number from 1 up"],
  [{ answers: [{ text: "a", parts: [] }] }, "answers[0].parts: it stands in place of"],
  [{ answers: [{ parts: [{ text: "a", raw: "b" }] }] }, "answers[0].parts[0]: a part is one of"],
  [{ answers: [{ calls: [{ name: "a" }] }] }, "answers[0].calls[0].arguments: it is missing"],
  [{ answers: [{ fault: { end: "resett", at: "after-headers" } }] }, "answers[0].fault.end: it must be"],
  [{ answers: [{ fault: { end: "reset", at: { bytes: 1 } } }] }, "answers[0].fault.at: it must be"],
  [{ answers: [{ fault: { end: "reset" } }] }, "answers[0].fault.at: it is missing"],
  [{ answers: [{ fault: { end: "refuse" } }] }, "answers[0].fault.forMs: it is missing"],
  [{ answers: [{ text: "a", fault: { end: "refuse", forMs: 1 } }] }, "answers[0].fault: an answer that refuses"],
  [
    { answers: [{ fault: { end: "refuse", forMs: 1, at: "end-of-body" } }] },
    "answers[0].fault.at: there is no such key",
  ],
  [{ answers: [{ fault: { end: "error", at: "before-headers" } }] }, "answers[0].fault.at: error can only be sent"],
  [{ answers: [{ headers: { "retry-after": 2 } }] }, "answers[0].headers: it must be an object of texts and"],
  [{ answers: [{ parts: [{ text: "a", signature: "b" }] }] }, "answers[0].parts[0].signature: there is no such key"],
  [{ answers: [{ match: { last: "a" } }] }, "answers[0].match.last: there is no such key"],
  [{ answers: [], server: { kind: "gpt" } }, "server.kind: it must be"],
  [{ answers: [], server: { models: [{ window: 1 }] } }, "server.models[0].name: it is missing"],
  [
    { answers: [], server: { models: [{ name: "m", weights: { bytes: 1 } }] } },
    "server.models[0].weights.parameters: it is missing",
  ],
  [
    { answers: [], server: { models: [{ name: "m", prices: { input: 1 } }] } },
    "server.models[0].prices.output: it is missing",
  ],
  [
    { answers: [{ text: "a", speed: { prompt: 0, output: 1 } }] },
    "answers[0].speed.prompt: it must be a number above 0",
  ],
  [{ answers: [{ make: "a" }] }, "answers[0].make: it must be a function"],
])("refuses %j: %s", async (scenario, message) => {
  const file = await scenarioFile(JSON.stringify(scenario));
  await expect(loadScenario(file)).rejects.toThrow(message);
});

it("throws an error that is known as Millrace's without sharing its class", async () => {
  const error = await loadScenario("/nowhere").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(TestkitError);
  expect(Object(error)[Symbol.for("millrace.error")]).toBe(true);
});

it("checks a scenario that comes from code, too, before it listens", async () => {
  await expect(startModelServer({ scenario: { answers: [{ text: "a", chunk: 0 }] } })).rejects.toThrow("chunk");
});
