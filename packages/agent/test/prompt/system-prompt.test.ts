import type { Tier, ToolDefinition } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mode } from "../../src/approvals/modes.js";
import { wordEnvironment } from "../../src/prompt/environment.js";
import type { PromptContext } from "../../src/prompt/prompt-context.js";
import { buildPrompt } from "../../src/prompt/system-prompt.js";
import { SAMPLE_TOOLS } from "../sample-tools.js";

const TIERS: readonly Tier[] = ["full", "compact", "minimal"];
const MODES: readonly Mode[] = ["plan", "ask", "auto-edit", "auto"];

function context(more: Partial<PromptContext> = {}): PromptContext {
  return {
    tier: "full",
    protocol: "text",
    dialect: "cline",
    mode: "ask",
    tools: SAMPLE_TOOLS,
    interactive: true,
    sections: [],
    ...more,
  };
}

/** Tokens of a first request as an OpenAI body, as the budgets count: UTF-8 bytes / 4. */
function firstRequestTokens(more: Partial<PromptContext>): number {
  const { system, tools } = buildPrompt(context(more));
  const names = Array.from({ length: 300 }, (_, at) => `src/components/part-${at}.ts`);
  const note = wordEnvironment(
    {
      os: "Linux 6.8",
      shell: "/bin/bash",
      folder: "/home/someone/projects/app",
      date: "2026-01-31",
      git: { head: "0123456", branch: "main", changed: names.slice(0, 10), changedMore: 0 },
      files: { names: names.slice(0, 60), more: 240 },
    },
    undefined,
    more.tier,
  );
  const body = {
    model: "some/model-name",
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: system },
      { role: "user", content: `Fix the failing test.\n\n${note}` },
    ],
    ...(tools.length > 0 ? { tools: tools.map((tool) => ({ type: "function", function: tool })) } : {}),
  };
  return Math.ceil(Buffer.byteLength(JSON.stringify(body)) / 4);
}

describe("the first request", () => {
  const BUDGET: Readonly<Record<Tier, number>> = { full: 3_000, compact: 1_500, minimal: 800 };

  it.each(TIERS.flatMap((tier) => (["text", "native"] as const).map((protocol) => [tier, protocol] as const)))(
    "in tier %s, %s, stays within its budget in every mode, with nobody there to ask",
    (tier, protocol) => {
      // Natively a message without a call ends the run: that tool is taught in text only.
      const tools = protocol === "native" ? SAMPLE_TOOLS.slice(0, 7) : SAMPLE_TOOLS;
      for (const mode of MODES) {
        expect(firstRequestTokens({ tier, protocol, mode, tools, interactive: false })).toBeLessThanOrEqual(
          BUDGET[tier],
        );
      }
    },
  );
});

describe("the system prompt", () => {
  it("teaches the tools in text protocol and sends none", () => {
    for (const tier of TIERS) {
      const { system, tools } = buildPrompt(context({ tier }));
      expect(tools).toEqual([]);
      for (const { name } of SAMPLE_TOOLS) expect(system).toContain(name);
    }
  });

  it("natively sends the tools and does not teach them", () => {
    const { system, tools } = buildPrompt(context({ protocol: "native" }));
    expect(tools.map(({ name }) => name)).toEqual(SAMPLE_TOOLS.map(({ name }) => name));
    expect(system).not.toContain("search_files");
  });

  it("is the same, byte for byte, for the same context", () => {
    const text = fc.string({ maxLength: 40 });
    const some = fc.record({
      tier: fc.constantFrom(...TIERS),
      protocol: fc.constantFrom("native" as const, "text" as const),
      mode: fc.constantFrom(...MODES),
      interactive: fc.boolean(),
      sections: fc.array(fc.record({ title: text, text, source: text }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(some, (more) => {
        const one = buildPrompt(context(more));
        const again = buildPrompt(context(structuredClone({ ...more, tools: SAMPLE_TOOLS })));
        expect(JSON.stringify(again)).toBe(JSON.stringify(one));
      }),
    );
  });

  it("says what each mode allows", () => {
    for (const tier of TIERS) {
      const prompts = MODES.map((mode) => buildPrompt(context({ mode, tier })).system);
      expect(new Set(prompts).size).toBe(MODES.length);
      expect(prompts[0]).toMatch(/plan/i);
    }
  });

  it("tells the model to decide for itself where nobody can answer, and only there", () => {
    for (const tier of TIERS) {
      expect(buildPrompt(context({ tier, interactive: false })).system).toMatch(/Nobody can answer.*assumed/s);
      expect(buildPrompt(context({ tier })).system).not.toMatch(/Nobody can answer/);
    }
  });

  it("ends by the completing tool where there is one, else by an answer", () => {
    expect(buildPrompt(context()).system).toContain("call attempt_completion");
    const { system } = buildPrompt(context({ tools: SAMPLE_TOOLS.slice(0, 7) }));
    expect(system).not.toContain("attempt_completion");
    expect(system).toContain("a message without a call ends your work");
  });

  it("has the sections of its sources behind it, in order, with where they come from", () => {
    const sections = [
      { title: "Rules of this project", text: "Use tabs.\n", source: "AGENTS.md" },
      { title: "Your user's rules", text: "Answer in French.", source: "rules.md" },
    ];
    const { system } = buildPrompt(context({ sections }));
    expect(
      system.endsWith(
        "# Rules of this project\n(from AGENTS.md)\n\nUse tabs.\n\n# Your user's rules\n(from rules.md)\n\nAnswer in French.",
      ),
    ).toBe(true);
  });

  it("takes the role of the program that embeds it", () => {
    const { system } = buildPrompt(context({ role: "You are a tax adviser." }));
    expect(system.startsWith("You are a tax adviser.\n\n")).toBe(true);
    expect(system).not.toContain("Millrace");
  });
});

describe("native definitions", () => {
  const definitions = (tier: Tier) => buildPrompt(context({ protocol: "native", tier })).tools;

  it("hide what only our reader needs to know", () => {
    for (const tier of TIERS) {
      const json = JSON.stringify(definitions(tier));
      expect(json).not.toContain("x-");
      expect(json).not.toContain("task_progress");
    }
    expect(definitions("full")[2]?.parameters.required).toEqual(["path", "diff"]);
  });

  it("are whole in tier full", () => {
    expect(definitions("full").map(({ description }) => description)).toEqual(
      SAMPLE_TOOLS.map(({ description }) => description),
    );
    expect(definitions("full")[0]?.parameters.properties?.path).toEqual(SAMPLE_TOOLS[0]?.parameters.properties?.path);
  });

  it("are cut to first sentences in tier compact, not at an abbreviation", () => {
    const [read, , , , search] = definitions("compact");
    expect(read?.description).toBe("Read a text file.");
    expect(read?.parameters.properties?.start_line?.description).toBe("First line, from 1.");
    expect(search?.parameters.properties?.file_pattern?.description).toBe("Glob, e.g. *.ts or src/**/*.test.ts");
  });

  it("describe only bodies in tier minimal, and those as fully as it takes to write one", () => {
    const [read, , replace] = definitions("minimal");
    expect(read?.parameters.properties?.path).toEqual({ type: "string" });
    expect(replace?.parameters.properties?.diff?.description).toContain("<<<<<<< SEARCH");
  });

  it("are without spare parameters in tier minimal, and only there", () => {
    const spare: ToolDefinition = {
      name: "ask",
      description: "Ask.",
      parameters: {
        type: "object",
        properties: { question: { type: "string" }, options: { type: "array", "x-spare": true } },
        required: ["question"],
      },
    };
    const named = (tier: Tier, protocol: "text" | "native") =>
      JSON.stringify(buildPrompt(context({ tier, protocol, tools: [spare] }))).includes("options");
    for (const protocol of ["text", "native"] as const) {
      expect(TIERS.map((tier) => named(tier, protocol))).toEqual([true, true, false]);
    }
  });

  it("leave the tools themselves as they are", () => {
    const before = JSON.stringify(SAMPLE_TOOLS);
    for (const tier of TIERS) definitions(tier);
    expect(JSON.stringify(SAMPLE_TOOLS)).toBe(before);
  });
});
