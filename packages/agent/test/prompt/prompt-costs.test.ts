import type { Tier } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/approvals/modes.js";
import { messagesBytes, toolBytes } from "../../src/context/measure.js";
import { joinUser } from "../../src/history/user-message.js";
import { wordEnvironment } from "../../src/prompt/environment.js";
import type { PromptContext } from "../../src/prompt/prompt-context.js";
import { promptCosts } from "../../src/prompt/prompt-costs.js";
import { buildPrompt } from "../../src/prompt/system-prompt.js";
import { SAMPLE_TOOLS } from "../sample-tools.js";

const text = fc.string({ unit: "grapheme", maxLength: 60 });
const facts = fc.record(
  { os: text, folder: text, files: fc.record({ names: fc.array(text, { maxLength: 60 }), more: fc.nat(9) }) },
  { requiredKeys: [] },
);
const contexts: fc.Arbitrary<PromptContext> = fc.record({
  tier: fc.constantFrom<Tier>("full", "compact", "minimal"),
  protocol: fc.constantFrom("native", "text"),
  dialect: fc.constantFrom("auto", "cline", "hermes", "qwen3-coder", "markdown-json", "harmony"),
  mode: fc.constantFrom<Mode>("plan", "ask", "auto-edit", "auto"),
  tools: fc.subarray([...SAMPLE_TOOLS]),
  interactive: fc.boolean(),
  sections: fc.array(fc.record({ title: text, text, source: text, leftOut: fc.nat(9) }), { maxLength: 3 }),
});

describe("the costs of a prompt", () => {
  it("add up, part by part, to the first request as it is measured before it is sent", () => {
    fc.assert(
      fc.property(
        contexts,
        facts,
        text.filter((task) => task.trim() !== ""),
        fc.double({ min: 1, max: 8, noNaN: true }),
        (context, known, task, bytesPerToken) => {
          const costs = promptCosts(context, { task, facts: known, bytesPerToken });
          const { system, tools } = buildPrompt(context);
          const first = joinUser("task", [task, wordEnvironment(known, undefined, context.tier)], []);
          const whole = Buffer.byteLength(system) + toolBytes(tools) + messagesBytes([first]);
          expect(costs.bytes).toBe(whole);
          expect(costs.tokens).toBe(Math.ceil(whole / bytesPerToken));
          expect(costs.parts.reduce((sum, part) => sum + part.bytes, 0)).toBe(costs.bytes);
          expect(costs.parts.reduce((sum, part) => sum + part.tokens, 0)).toBe(costs.tokens);
          expect(costs.parts.filter(({ bytes }) => bytes <= 0)).toEqual([]);
        },
      ),
    );
  });

  it("name each tool and each rule file once, in the order of the request", () => {
    const sections = [
      { title: "Rules of the user", text: "Answer in French.", source: "rules.md" },
      { title: "Rules of this project", text: "Use tabs.", source: "AGENTS.md" },
    ];
    for (const protocol of ["text", "native"] as const) {
      const { parts } = promptCosts(
        { tier: "full", protocol, dialect: "cline", mode: "ask", tools: SAMPLE_TOOLS, interactive: true, sections },
        { task: "Go.", facts: { os: "Linux" }, bytesPerToken: 4 },
      );
      const named = (kind: string) => parts.filter((part) => part.kind === kind).map(({ name }) => name);
      expect(named("tool")).toEqual(SAMPLE_TOOLS.map(({ name }) => name));
      expect(named("section")).toEqual(["rules.md", "AGENTS.md"]);
      expect(named("lesson")).toHaveLength(protocol === "text" ? 1 : 0);
      expect([...named("instructions"), ...named("task"), ...named("environment")]).toHaveLength(3);
    }
  });

  it("of a tool are those of its words: a longer description costs what it is longer by", () => {
    const [read, write] = SAMPLE_TOOLS;
    if (!read || !write) throw new Error("There are sample tools.");
    const longer = { ...write, description: `${"x".repeat(400)} ${write.description}` };
    for (const protocol of ["text", "native"] as const) {
      const costOf = (tool: typeof write) =>
        promptCosts(
          {
            tier: "full",
            protocol,
            dialect: "cline",
            mode: "ask",
            tools: [read, tool],
            interactive: true,
            sections: [],
          },
          { task: "Go.", bytesPerToken: 4 },
        ).parts.find(({ name }) => name === "write_to_file")?.bytes;
      expect(costOf(longer)).toBe((costOf(write) ?? 0) + 401);
    }
  });
});
