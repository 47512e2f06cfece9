import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { getDialect, renderResult, renderTools, type ToolDefinition } from "@millrace/protocol";
import { beforeAll, describe, expect, it } from "vitest";
import type { ChatTemplate } from "../src/templates/chat-template.js";
import { loadTemplates } from "../src/templates/load-templates.js";
import { renderRequest } from "../src/templates/render-request.js";
import { DIALECT_TEMPLATES, OWN_TOOLS_SECTION, SYSTEM_ELSEWHERE } from "./dialect-templates.js";

const SHARED = resolve(process.env.MILLRACE_SHARED ?? join(import.meta.dirname, "../../../../shared"), "templates");

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "write_to_file",
    description: "Writes a whole file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path of the file.", examples: ["src/greet.ts"] },
        content: { type: "string", description: "The whole file." },
      },
      required: ["path", "content"],
    },
  },
];

/** Two turns with a call and its result in text, as a session with this dialect sends them. */
function conversation(dialect: string): readonly { role: string; content: string }[] {
  const input = { path: "src/a.ts", content: 'const a = 1; // it\'s "é" {{ x }}\n\tif (a < 2 && a > 0) {}\n' };
  const call = getDialect(dialect).writeCall({ name: "write_to_file", input }, TOOLS);
  const result = { name: "write_to_file", target: "src/a.ts", status: "ok", text: "Wrote 2 lines.\n" } as const;
  return [
    { role: "system", content: `You are a careful engineer.\n\n${renderTools(TOOLS, dialect)}` },
    { role: "user", content: "Write a." },
    { role: "assistant", content: `I write it.\n\n${call}` },
    { role: "user", content: renderResult(result, TOOLS, dialect) },
    { role: "assistant", content: "It is done." },
    { role: "user", content: "And now?" },
  ];
}

function render(messages: readonly { role: string; content: string }[], template: ChatTemplate): string {
  const json = { model: "m", messages: [...messages] };
  const body = JSON.stringify(json);
  return renderRequest(
    { number: 1, wire: "chat-completions", path: "/v1/chat/completions", headers: {}, body, json, messages, atMs: 0 },
    template,
  );
}

/** The prompt without our words; what is missing in it, or stands in another order, is told. */
function withoutOurs(prompt: string, messages: readonly { content: string }[]): { rest: string; lost: string[] } {
  const lost: string[] = [];
  let rest = "";
  let from = 0;
  for (const { content } of messages) {
    const words = content.trim();
    const at = prompt.indexOf(words, from);
    if (at === -1) lost.push(words);
    else {
      rest += prompt.slice(from, at);
      from = at + words.length;
    }
  }
  return { rest: rest + prompt.slice(from), lost };
}

describe.skipIf(!existsSync(SHARED))(
  "the chat templates of a dialect's families (skipped where ../shared is not)",
  () => {
    let templates: ReadonlyMap<string, ChatTemplate>;

    beforeAll(async () => {
      templates = new Map((await loadTemplates(SHARED)).map((template) => [template.file, template]));
    });

    it.each(Object.entries(DIALECT_TEMPLATES).flatMap(([dialect, files]) => files.map((file) => ({ dialect, file }))))(
      "$file keeps every word of $dialect, and teaches no tools beside it",
      ({ dialect, file }) => {
        const template = templates.get(`${file}.jinja`);
        if (template === undefined) expect.fail(`There is no ${file}.jinja that can be judged in JavaScript.`);
        const messages = conversation(dialect);
        const prompt = render(messages, template);
        const { rest, lost } = withoutOurs(prompt, SYSTEM_ELSEWHERE.has(file) ? messages.slice(1) : messages);
        expect(lost).toEqual([]);
        expect(/tool|function/i.test(rest.replaceAll(messages[0]?.content.trim() ?? "", ""))).toBe(
          OWN_TOOLS_SECTION.has(file),
        );
      },
    );
  },
);
