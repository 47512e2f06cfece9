import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkTemplates, type TemplateRow, type TemplatesReport } from "../../templates-check/check-templates.js";
import { CONVERSATIONS } from "../../templates-check/conversations.js";
import { printReport } from "../../templates-check/print-report.js";
import { NATIVE, type OwnTemplate, STRICT, templatesFolder } from "./own-templates.js";

const shared = process.env.MILLRACE_TEMPLATES ?? fileURLToPath(new URL("../../../shared/templates", import.meta.url));

async function check(...templates: readonly OwnTemplate[]): Promise<TemplatesReport> {
  const folder = await templatesFolder(templates);
  onTestFinished(() => rm(folder, { recursive: true }));
  return checkTemplates(folder, CONVERSATIONS);
}

async function checkOne(template: OwnTemplate): Promise<TemplateRow> {
  const { rows } = await check(template);
  return rows[0] as TemplateRow;
}

const kinds = ({ faults }: TemplateRow) => [...new Set(faults.map(({ kind }) => kind))];

describe("conversations of every kind, in the shape chosen for a family", () => {
  it("come through whole where a template takes all, where it takes one call a message, and where it takes two roles only", async () => {
    const single =
      "{% for m in messages %}{% if (m.tool_calls or []) | length > 1 %}{{ raise_exception('one call') }}{% endif %}{% endfor %}";
    const report = await check(
      { file: "qwen2.5-instruct.jinja", tools: "native", source: NATIVE },
      { file: "llama-3.1.jinja", tools: "native", source: single + NATIVE },
      { file: "gemma-2.jinja", tools: "none", source: STRICT },
    );
    const { text, holds } = printReport(report);
    expect(text).toContain("refused: 0 · dropped: 0 · altered: 0");
    expect(holds).toBe(true);
    expect(report.rows.map(({ prefix }) => prefix)).toEqual(["whole", "whole", "whole"]);
    expect(report.rows.map(({ shape }) => [shape.protocol, shape.systemText, shape.callsAMessage])).toEqual([
      ["native", "system", "several"],
      ["native", "system", "one"],
      ["text", "first-user", "several"],
    ]);
    expect(report.ollama).toEqual({ same: expect.any(Number), of: report.ollama.same });
  });

  it("are seen to be refused", async () => {
    const refusing = "{{ raise_exception('never') }}";
    expect(kinds(await checkOne({ file: "gemma-2.jinja", tools: "none", source: refusing }))).toContain("refused");
  });

  it("are seen to be dropped", async () => {
    const dropping = NATIVE.replace("{{ m.content }}", "{% if m.role != 'tool' %}{{ m.content }}{% endif %}");
    const row = await checkOne({ file: "qwen2.5-instruct.jinja", tools: "native", source: dropping });
    expect(kinds(row)).toContain("dropped");
    expect(row.faults[0]?.what).toMatch(/^result at /);
  });

  it("are seen to be altered", async () => {
    const altering = STRICT.replace("| trim", "| trim | replace('I look', 'I peek')");
    expect(kinds(await checkOne({ file: "gemma-2.jinja", tools: "none", source: altering }))).toEqual(["altered"]);
  });

  it("are seen to lose their prefix", async () => {
    const moving = STRICT.replace("{% for", "{{ messages | length }}{% for");
    const row = await checkOne({ file: "gemma-2.jinja", tools: "none", source: moving });
    expect(row.prefix).toBe("less");
    expect(printReport({ rows: [row], ollama: { same: 1, of: 1 } }).holds).toBe(false);
  });

  it("are judged by the facts where the engine is not to be trusted", async () => {
    const renders = { outcome: "renders" };
    const facts = { system_user: renders, safe_text: renders, text_protocol: { ...renders, dropped: ["SYSTEM"] } };
    const row = await checkOne({ file: "apriel-1.5.jinja", tools: "native", source: "", facts });
    expect(row).toMatchObject({ requests: 0, faults: [{ kind: "dropped", what: "SYSTEM" }] });
  });

  it("are not excused by an exception that nothing needs", async () => {
    const { rows } = await check({ file: "mirothinker.jinja", tools: "none", source: NATIVE });
    expect(printReport({ rows, ollama: { same: 1, of: 1 } })).toMatchObject({
      holds: false,
      text: expect.stringContaining("mirothinker.jinja: its exception is not needed any more."),
    });
  });
});

describe("published templates", () => {
  const some = [
    "qwen3.jinja",
    "llama-3.1.jinja",
    "gemma-2.jinja",
    "mistral-nemo.jinja",
    "phi-4-reasoning.jinja",
    "glm-4.6.jinja",
  ];

  it.skipIf(!existsSync(shared))("take every conversation in the shape of their family", async () => {
    const { text, holds } = printReport(await checkTemplates(shared, CONVERSATIONS, some));
    expect(text).toContain("refused: 0 · dropped: 0 · altered: 0");
    expect(holds).toBe(true);
  });
});
