import type { Message, ModelProfile, ModelRequest } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ClientRequest } from "../../src/client-request.js";
import type { BridgeMode } from "../../src/upstream/mode.js";
import { type PlanContext, planRequest } from "../../src/upstream/plan-request.js";
import { calls, clientRequest, results, user } from "./client-request.js";

const profile: ModelProfile = {
  server: "s",
  model: "m",
  reasoning: { form: "none", back: "drop" },
};

function plan(request: ClientRequest, mode: BridgeMode, more: Partial<PlanContext> = {}): ModelRequest {
  return planRequest(request, { mode, dialect: "hermes", tier: "full", profile, extra: {}, ...more }).prepared.request;
}

const loop: readonly Message[] = [
  user(0, "What is in a.ts?"),
  calls(1, "I look.", { name: "read_file", input: { path: "a.ts" } }, { name: "read_file", input: { path: "b.ts" } }),
  results(2, 1, "let a", "let b"),
  calls(3, "", { name: "write_file", input: { path: "c.ts", content: "let c" } }),
  results(4, 3, "written"),
];

describe("a request in text", () => {
  it("teaches the tools behind the client's own system text, and sends none natively", () => {
    const { system, tools } = plan(clientRequest(), "text");
    expect(system).toMatch(/^You are careful\.\n\n# Tools\n/);
    for (const name of ["read_file", "write_file", "apply_patch"]) expect(system).toContain(name);
    expect(tools).toEqual([]);
  });

  it("writes the history in the dialect: calls as the model would, results fenced off", () => {
    const { messages } = plan(clientRequest({ messages: loop }), "text");
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    const texts = messages.map(({ parts }) => parts.map((part) => (part.type === "text" ? part.text : "?")).join(""));
    expect(texts[1]).toBe(
      'I look.\n\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a.ts"}}\n</tool_call>\n\n<tool_call>\n{"name": "read_file", "arguments": {"path": "b.ts"}}\n</tool_call>',
    );
    expect(texts[2]).toContain("let a");
    expect(texts[4]).toContain("written");
  });

  it.each([
    ["required" as const, "[Answer with a tool call.]"],
    [{ name: "read_file" }, "[Answer with a call of the tool read_file.]"],
    ["none" as const, "[Answer in words, without a tool call.]"],
  ])("says at the very end what the client's tool choice %j asks for", (toolChoice, words) => {
    const request = clientRequest({ messages: loop, toolChoice });
    const { messages, system } = plan(request, "text");
    const last = messages.at(-1)?.parts[0];
    expect(last?.type === "text" && last.text.endsWith(words)).toBe(true);
    expect(system).toBe(plan(clientRequest({ messages: loop }), "text").system);
    expect(messages.slice(0, -1)).toEqual(plan(clientRequest({ messages: loop }), "text").messages.slice(0, -1));
  });

  it("says nothing of tools where there are none", () => {
    const request = clientRequest({ tools: [], toolChoice: "none", system: "" });
    expect(plan(request, "text")).toMatchObject({ system: "", tools: [], messages: [{ role: "user" }] });
  });

  it("stands the system text at the head of the first message for a model whose template takes no other", () => {
    const known = { value: "first-user", from: "catalogue", at: "" } as const;
    const { system, messages } = plan(clientRequest(), "text", { profile: { ...profile, systemText: known } });
    expect(system).toBe("");
    const [first] = messages[0]?.parts ?? [];
    expect(first?.type === "text" && first.text.startsWith("You are careful.")).toBe(true);
  });
});

describe.each(["salvage", "native"] as const)("a request in %s mode", (mode) => {
  it("passes tools, their choice and the history on natively", () => {
    const request = clientRequest({ messages: loop, toolChoice: "required", parallelToolCalls: false });
    const sent = plan(request, mode);
    expect(sent).toMatchObject({ system: "You are careful.", toolChoice: "required", parallelToolCalls: false });
    expect(sent.tools).toEqual(request.tools);
    expect(sent.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "tool"]);
  });
});

describe.each(["text", "salvage", "native"] as const)("in %s mode", (mode) => {
  it("hands on limits, stops and other fields, and takes the smaller limit", () => {
    const request = clientRequest({ maxOutputTokens: 500, stop: ["END"] });
    expect(plan(request, mode, { extra: { seed: 7 } })).toMatchObject({
      maxOutputTokens: 500,
      stop: ["END"],
      extra: { seed: 7 },
    });
    const small = { ...profile, maxOutput: { value: 100, from: "server", at: "" } as const };
    expect(plan(request, mode, { profile: small }).maxOutputTokens).toBe(100);
  });

  it("a history that grew gives a request that begins with the one before", () => {
    const text = fc.string({ maxLength: 12 });
    const turn = fc.record({ say: text, path: text, result: text, more: fc.option(text) });
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), (turns) => {
        const history: Message[] = [user(0, "Begin.")];
        let before: ModelRequest | undefined;
        for (const { say, path, result, more } of turns) {
          const at = history.length;
          history.push(calls(at, say, { name: "read_file", input: { path } }), results(at + 1, at, result));
          if (more !== null) history.push(user(at + 2, more));
          // Each time from the client's bytes: no object is the same.
          const request = plan(clientRequest({ messages: structuredClone(history) }), mode);
          expect(request.system).toBe(before?.system ?? request.system);
          expect(request.messages.slice(0, before?.messages.length ?? 0)).toEqual(before?.messages ?? []);
          before = request;
        }
      }),
      { numRuns: 30 },
    );
  });
});
