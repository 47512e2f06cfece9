import { expect, it } from "vitest";
import { chat, HELLO, ollama, responses, serve } from "./client.js";

it("has a function make an answer for every request, however many come", async () => {
  const server = await serve(
    { answers: [{ make: ({ number }) => ({ text: `Answer ${number}.` }), repeat: "always" }], prefix: "report" },
    { judge: "off" },
  );
  for (const number of [1, 2, 3]) expect(await (await chat(server)).text()).toContain(`Answer ${number}.`);
  expect(server.answersLeft).toBe(Number.POSITIVE_INFINITY);
});

it("has it make one for requests that match, and as many as it says", async () => {
  const server = await serve(
    {
      answers: [
        { text: "Anything else." },
        { make: () => ({ text: "A sum." }), match: { lastContains: "times" }, repeat: 2 },
      ],
    },
    { judge: "off" },
  );
  const sum = { model: "m", messages: [{ role: "user", content: "2 times 2" }] };
  const said = async (body: object) => (await chat(server, body)).text();
  expect(await said(sum)).toContain("A sum.");
  expect(await said(HELLO)).toContain("Anything else.");
  expect(await said(sum)).toContain("A sum.");
  expect((await chat(server, sum)).status).toBe(500);
});

it("names the model that an answer says it is of, on every wire", async () => {
  const server = await serve({ answers: [{ text: "Hi.", model: "another", repeat: "always" }] }, { judge: "off" });
  for (const ask of [chat, ollama, responses]) {
    const body = await (await ask(server)).text();
    expect(body).toContain('"model":"another"');
    expect(body).not.toContain('"model":"m"');
  }
});

it("says how fast it was in the fields of llama.cpp and Ollama", async () => {
  const usage = { inputTokens: 100, outputTokens: 10 };
  const server = await serve(
    { answers: [{ text: "Hi.", speed: { prompt: 50, output: 20 }, usage, repeat: "always" }] },
    { judge: "off" },
  );
  const counted = { ...HELLO, stream_options: { include_usage: true } };
  for (const body of [HELLO, counted]) {
    const chunks = (await (await chat(server, body)).text()).match(/data: \{.*/g) ?? [];
    expect(chunks.filter((chunk) => chunk.includes('"timings"'))).toEqual([chunks.at(-1)]);
    expect(chunks.at(-1)).toContain('"prompt_n":100,"prompt_ms":2000,');
    expect(chunks.at(-1)).toContain('"predicted_n":10,"predicted_ms":500,');
  }
  const lines = await (await ollama(server)).text();
  expect(lines).toContain('"prompt_eval_count":100,"prompt_eval_duration":2000000000');
  expect(lines).toContain('"eval_count":10,"eval_duration":500000000');
});
