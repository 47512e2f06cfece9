import type { Answer } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";
import { WRITTEN_CALLS } from "./written-calls.js";

const FIRST = { name: "read_file", input: { path: "a.txt" } };
const SECOND = { name: "read_file", input: { path: "b.txt" } };
const TWO_NATIVE: Answer = {
  text: "Two.",
  calls: [FIRST, SECOND].map(({ name, input }) => ({ name, arguments: input })),
};
const TWO_WRITTEN = ["Two.", ...[FIRST, SECOND].map((call) => WRITTEN_CALLS.cline?.(call))].join("\n\n");

describe.each(CLIENTS)("a client of $wire", (client) => {
  test.each(["text", "salvage"] as const)("that wants one call at most gets one, in mode %s", async (mode) => {
    const answer: Answer = mode === "text" ? { text: TWO_WRITTEN } : TWO_NATIVE;
    // Behind the calls the model goes on and on: whoever has enough hangs up.
    const parts = [{ waitMs: 1 }, { text: "More. ".repeat(500_000) }];
    const endless: Answer = {
      parts: [{ text: answer.text ?? "" }, ...(answer.calls ?? []).map((call) => ({ call })), ...parts],
      chunk: 64,
    };
    for (const wire of UPSTREAM_WIRES) {
      const { url, server } = await startBridgedModel(wire, { answers: [endless] }, { mode });
      const conversation = client.talk(url, TOOLS);
      conversation.say("Read.");
      const { calls, finish, error } = await conversation.ask("events", { single: true });
      expect(error).toBeUndefined();
      expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([FIRST]);
      expect(finish).toBe(client.finish["tool-calls"]);
      await expect(server.requests[0]?.ended).resolves.toBe("client-closed");
    }
  });

  test.each(["none", "required", { name: "write_file" }] as const)(
    "has its tool choice passed on natively and told in words: %o",
    async (choice) => {
      for (const wire of UPSTREAM_WIRES) {
        const { url, server } = await startBridgedModel(wire, { answers: [TWO_NATIVE] }, { mode: "salvage" });
        const conversation = client.talk(url, TOOLS);
        conversation.say("Read.");
        await conversation.ask("whole", { choice });
        expect(server.requests[0]?.json.tool_choice).toEqual(NATIVE_CHOICES[wire](choice));
        expect(server.violations).toEqual([]);

        const words =
          typeof choice === "object" ? choice.name : { none: "without a tool call", required: "tool call" }[choice];
        const text = await startBridgedModel(wire, { answers: [{ text: TWO_WRITTEN }] }, { mode: "text" });
        const told = client.talk(text.url, TOOLS);
        told.say("Read.");
        const { calls, finish } = await told.ask("whole", { choice });
        expect(JSON.stringify(text.server.requests[0]?.messages.at(-1))).toContain(words);
        expect(calls).toHaveLength(choice === "none" ? 0 : 2);
        expect(finish).toBe(client.finish[choice === "none" ? "stop" : "tool-calls"]);
        expect(text.server.violations).toEqual([]);
      }
    },
  );

  test.each(["helper", "events", "whole"] as const)(
    "is answered in text at once where the server refuses tools, taken as %s, and so from then on",
    async (how) => {
      const refusing = { models: [{ name: "m", tools: "refused" as const }] };
      for (const wire of ["chat-completions", "ollama"] as const) {
        const { url, server, summaries } = await startBridgedModel(wire, {
          // llama.cpp and vLLM do not say it beforehand; Ollama does.
          server: { ...refusing, kind: wire === "ollama" ? "ollama" : "vllm" },
          answers: [{ text: TWO_WRITTEN, repeat: 2 }],
        });
        for (let time = 0; time < 2; time++) {
          const conversation = client.talk(url, TOOLS);
          conversation.say("Read.");
          const { calls, error } = await conversation.ask(how);
          expect(error).toBeUndefined();
          expect(calls.map(({ name, input }) => ({ name, input }))).toEqual([FIRST, SECOND]);
        }
        const offered = server.requests.map(({ json }) => json.tools !== undefined);
        expect(offered).toEqual(wire === "ollama" ? [false, false] : [true, false, false]);
        expect(summaries.map(({ mode }) => mode)).toEqual(["text", "text"]);
      }
    },
  );

  test("is told the length where a call was cut, and the call is none", async () => {
    const cut: Answer = {
      text: `Wait.\n\n${WRITTEN_CALLS.cline?.({ name: "write_file", input: { path: "b.txt", content: "half" } }).slice(0, -30)}`,
      finish: "length",
      chunk: 3,
    };
    for (const wire of UPSTREAM_WIRES) {
      const answer = wire === "anthropic" ? { ...cut, finish: "max_tokens" } : cut;
      const { url } = await startBridgedModel(wire, { answers: [answer, answer] }, { mode: "text" });
      for (const how of ["events", "whole"] as const) {
        const conversation = client.talk(url, TOOLS);
        conversation.say("Write.");
        const { calls, finish, text } = await conversation.ask(how);
        expect(text.trim()).toBe("Wait.");
        expect(finish).toBe(client.finish.length);
        expect(calls.filter(({ input }) => input !== undefined)).toEqual([]);
      }
    }
  });

  test("has its stop words passed on, and reads why the answer ended", async () => {
    // The responses wire has no field for them.
    for (const wire of UPSTREAM_WIRES.filter((name) => name !== "openai-responses")) {
      const { url, server } = await startBridgedModel(wire, { answers: [{ text: "Yes." }] }, { mode: "native" });
      const conversation = client.talk(url, []);
      conversation.say("Well?");
      const { finish, text } = await conversation.ask("events", { stop: "###" });
      expect(text).toBe("Yes.");
      expect(finish).toBe(client.finish.stop);
      const [request] = server.requests;
      expect(request?.body).toContain('["###"]');
    }
  });
});

type Choice = "none" | "required" | { name: string };

/** Ollama has no such field. */
const NATIVE_CHOICES = {
  "chat-completions": (choice: Choice) =>
    typeof choice === "string" ? choice : { type: "function", function: choice },
  "openai-responses": (choice: Choice) => (typeof choice === "string" ? choice : { type: "function", ...choice }),
  ollama: () => undefined,
  anthropic: (choice: Choice) =>
    typeof choice === "string" ? { type: choice === "none" ? "none" : "any" } : { type: "tool", ...choice },
};
