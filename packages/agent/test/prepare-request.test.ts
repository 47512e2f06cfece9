import { describe, expect, it } from "vitest";
import type { Message } from "../src/history/message.js";
import { type PreparedRequest, prepareRequest } from "../src/prepare-request.js";
import type { TurnConfig } from "../src/turn-config.js";
import { turn, user } from "./conversation.js";
import { SAMPLE_TOOLS } from "./sample-tools.js";
import { turnConfig } from "./turn-config.js";

const known = <T>(value: T) => ({ value, from: "server" as const, at: "2026-01-01" });

const history = [user("u", "task"), ...turn("a", 2, "x".repeat(2_000)), user("note", "é".repeat(500))];

const FOLLOWS = "[The instructions end here. The user's message follows.]";

function textsOf({ request }: PreparedRequest): string[] {
  return request.messages.map(({ parts }) =>
    parts.map((part) => (part.type === "text" ? part.text : JSON.stringify(part))).join("\n"),
  );
}

function prepare(config: TurnConfig) {
  return prepareRequest({ config, history, sections: [], interactive: true });
}

describe("a prepared request", () => {
  it("in text protocol has the tools in its prompt, natively beside it", () => {
    expect(prepare(turnConfig("text")).request).toMatchObject({
      tools: [],
      system: expect.stringContaining("<write_to_file>"),
    });
    expect(prepare(turnConfig("native")).request.tools).toHaveLength(SAMPLE_TOOLS.length);
  });

  it.each(["text", "native"] as const)("knows about how large its body is (%s)", (protocol) => {
    const { request, bytes, tokensEstimated } = prepare(
      turnConfig(protocol, { bytesPerToken: { value: 3, from: "measured", at: "" } }),
    );
    const real = Buffer.byteLength(
      JSON.stringify([request.system, request.tools, request.messages.map(({ parts }) => parts)]),
    );
    expect(bytes).toBeGreaterThan(real * 0.8);
    expect(bytes).toBeLessThan(real * 1.2);
    expect(tokensEstimated).toBe(Math.ceil(bytes / 3));
  });

  it.each(["text", "native"] as const)(
    "has the system text at the head of the first user message where the family needs it so (%s)",
    (protocol) => {
      const apart = prepare(turnConfig(protocol));
      const joined = prepare(turnConfig(protocol, { systemText: known("first-user") }));
      expect(joined.request.system).toBe("");
      expect(joined.system).toBe(apart.request.system);
      expect(textsOf(joined)[0]).toBe(`${apart.request.system}\n\n${FOLLOWS}\n\n${textsOf(apart)[0]}`);
      expect(textsOf(joined).slice(1)).toEqual(textsOf(apart).slice(1));
      expect(joined.bytes).toBeGreaterThan(apart.bytes);
      const told = { systemText: known("system" as const) };
      expect(JSON.stringify(prepare(turnConfig(protocol, told)).request)).toBe(JSON.stringify(apart.request));
    },
  );

  it("is the same, byte for byte, when it is prepared again", () => {
    expect(JSON.stringify(prepare(turnConfig("text")))).toBe(
      JSON.stringify(prepare(structuredClone(turnConfig("text")))),
    );
  });

  it("asks for one call a message where more are refused or not wanted, and only where there are native tools", () => {
    expect(prepare(turnConfig("native")).request).not.toHaveProperty("parallelToolCalls");
    expect(prepare(turnConfig("native", { parallel: known(false) })).request.parallelToolCalls).toBe(false);
    expect(prepare({ ...turnConfig("native"), parallelToolCalls: false }).request.parallelToolCalls).toBe(false);
    expect(prepare({ ...turnConfig("text"), parallelToolCalls: false }).request).not.toHaveProperty(
      "parallelToolCalls",
    );
  });

  it("lowers what the model may write to what the window leaves, rather than to be refused by one token (ctx-006)", () => {
    const { tokensEstimated } = prepare(turnConfig("text"));
    const max = (window: number, maxOutput: number) =>
      prepare(turnConfig("text", { window: known(window), maxOutput: known(maxOutput) })).request.maxOutputTokens;
    expect(max(tokensEstimated + 1_000, 100_000)).toBe(999);
    expect(max(1_000_000, 8_000)).toBe(8_000);
    expect(prepare(turnConfig("text", { maxOutput: known(8_000) })).request.maxOutputTokens).toBe(8_000);
    expect(prepare(turnConfig("text", { window: known(8_000) })).request).not.toHaveProperty("maxOutputTokens");
  });

  it("marks its newest message, and the newest of the request before it, for servers that must be told what to keep", () => {
    const marks = (more: readonly Message[]) => {
      const { request } = prepareRequest({
        config: turnConfig("text"),
        history: more,
        sections: [],
        interactive: true,
      });
      return request.cacheMarks?.map((at) => request.messages[at]?.id);
    };
    const first = [user("u", "task")];
    expect(marks(first)).toEqual(["u"]);
    expect(marks([...first, ...turn("a", 30)])).toEqual(["u", "a-r"]);
    expect(marks([...first, ...turn("a", 30), ...turn("b")])).toEqual(["a-r", "b-r"]);
    expect(marks([])).toEqual([]);
  });

  it("has the role of the program and the sections of its sources", () => {
    const sections = [{ title: "Rules", text: "Use tabs.", source: "AGENTS.md" }];
    const { request } = prepareRequest({
      config: turnConfig("text"),
      history,
      sections,
      interactive: false,
      role: "You are a bot.",
    });
    expect(request.system).toMatch(/^You are a bot\..*Nobody can answer.*Use tabs\.$/s);
  });
});
