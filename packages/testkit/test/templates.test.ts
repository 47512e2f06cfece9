import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelServer, Persona } from "../src/index.js";
import { chat, ollama, serve } from "./client.js";

const system = { role: "system", content: 'You are a "coding" agent.' };
const user = { role: "user", content: "Fix it.\n<environment>\nos: linux\n</environment>" };
const assistant = { role: "assistant", content: "Done." };
const CODE = "function a() {\n\treturn \"x<y>\" && 'ü修' // {{ no }} {% x %}\n}\n";
const call = (id: string, args: object) => ({
  id,
  type: "function",
  function: { name: "read_file", arguments: JSON.stringify(args) },
});
const calling = { role: "assistant", content: "", tool_calls: [call("aaaaaaaa1", { path: "a.ts", content: CODE })] };
const result = { role: "tool", tool_call_id: "aaaaaaaa1", content: CODE };
const tools = [
  {
    type: "function",
    function: {
      name: "read_file",
      description: "Reads files.",
      parameters: {
        type: "object",
        properties: {
          path: { type: "string", description: "Where." },
          edits: {
            type: "array",
            description: "What.",
            items: { type: "object", properties: { search: { type: "string" } } },
          },
        },
        required: ["path"],
      },
    },
  },
];

function server(templates: string, persona: Persona = {}): Promise<ModelServer> {
  return serve({ server: persona, answers: [{ text: "Hi.", repeat: "always" }], prefix: "report" }, { templates });
}

describe("with templates of its own", () => {
  const RENDERS = { outcome: "renders" };
  const FINE = { safe_text: RENDERS, safe_native: RENDERS, native_two_calls: RENDERS };
  const MESSAGES = "{% for m in messages %}[{{ m.role }}] {{ m.content }}\n{% endfor %}";
  const SINGLE =
    "{% for m in messages %}{% if m.tool_calls and m.tool_calls|length > 1 %}{{ raise_exception('one call only') }}{% endif %}{% endfor %}";
  const CALLS =
    "{{ tools }}{% for m in messages %}[{{ m.role }}] {{ m.content }}{% for c in m.tool_calls or [] %}{{ c.function.arguments | tojson }}{% endfor %}\n{% endfor %}";

  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), "millrace-templates-"));
    onTestFinished(() => rm(path, { recursive: true }));
    const rows = [
      { file: "plain.jinja", source: `${MESSAGES}{{ strftime_now("%Y") }}`, tools: "none" },
      { file: "calls.jinja", source: CALLS, tools: "native" },
      { file: "single.jinja", source: SINGLE + CALLS, tools: "native", needs: ["one call a message"] },
      {
        file: "no-results.jinja",
        source: `{{ tools }}{% for m in messages if m.role != "tool" %}${"{{ m.content }}"}{{ m.tool_calls | tojson }}{% endfor %}`,
        tools: "native",
      },
      {
        file: "last-first.jinja",
        source: "{{ messages[-1].content }}{% for m in messages %}{{ m.content }}{% endfor %}",
        tools: "none",
      },
      {
        file: "untrusted.jinja",
        source: "{{ raise_exception('never asked') }}",
        tools: "native",
        javascript: "differs",
      },
    ];
    const index = rows.map(({ file, tools: kind, javascript = "same" }) => ({
      file,
      family: file.replace(".jinja", ""),
      tools: kind,
      javascript,
    }));
    const templates = Object.fromEntries(
      rows.map(({ file, needs = [] }) => [file, { loads: true, cases: FINE, needs }]),
    );
    await Promise.all([
      ...rows.map(({ file, source }) => writeFile(join(path, file), source)),
      writeFile(join(path, "index.json"), JSON.stringify(index)),
      writeFile(join(path, "behaviour.json"), JSON.stringify({ templates })),
    ]);
    return path;
  }

  it("renders a text request through all of them, a native one through those that know calls", async () => {
    const judging = await server(await folder());
    await chat(judging, { model: "m", messages: [system, user] });
    await chat(judging, { model: "m", messages: [system, user], tools });
    const [text, native] = judging.requests.map(({ templatePrefixes }) => templatePrefixes.map(({ file }) => file));
    expect(text).toEqual(["plain.jinja", "calls.jinja", "single.jinja", "no-results.jinja", "last-first.jinja"]);
    expect(native).toEqual(["calls.jinja", "single.jinja", "no-results.jinja"]);
    expect(judging.violations).toEqual([]);
  });

  it("reports words that a template drops, with the family and the place", async () => {
    const judging = await server(await folder());
    await chat(judging, { model: "m", messages: [user, calling, { ...result, content: "42 lines" }], tools });
    expect(judging.violations).toEqual([
      {
        request: 1,
        rule: "template-drops",
        path: "messages[2].content",
        message: expect.stringContaining("no-results (no-results.jinja) drops this result"),
      },
    ]);
  });

  it("excuses what only one family asks for, unless the server is said to have that template", async () => {
    const path = await folder();
    const two = { ...calling, tool_calls: [call("aaaaaaaa1", { path: "a.ts" }), call("aaaaaaaa2", { path: "b.ts" })] };
    const messages = [user, two, result, { ...result, tool_call_id: "aaaaaaaa2" }];
    const all = await server(path);
    await chat(all, { model: "m", messages, tools });
    expect(all.violations.filter(({ rule }) => rule === "template-refuses")).toEqual([]);
    const named = await server(path, { templates: ["single.jinja"] });
    await chat(named, { model: "m", messages, tools });
    expect(named.violations).toMatchObject([
      { rule: "template-refuses", message: "single (single.jinja): one call only" },
    ]);
  });

  it("measures the prefix of the rendered prompt for each template", async () => {
    const judging = await server(await folder());
    await chat(judging, { model: "m", messages: [user] });
    await chat(judging, { model: "m", messages: [user, assistant, user] });
    const shares = new Map(judging.requests[1]?.templatePrefixes.map(({ file, share }) => [file, share]));
    expect(shares.get("calls.jinja")).toBe(1);
    expect(shares.get("plain.jinja")).toBeGreaterThan(0.5);
    expect(shares.get("plain.jinja")).toBeLessThan(1);
  });

  it("refuses a folder without templates, and a named template that cannot be judged", async () => {
    await expect(server(tmpdir())).rejects.toMatchObject({ code: "invalid_option" });
    await expect(server(await folder(), { templates: ["untrusted.jinja"] })).rejects.toThrow("no untrusted.jinja");
  });
});

const SHARED = resolve(process.env.MILLRACE_SHARED ?? join(import.meta.dirname, "../../../../shared"), "templates");

describe.skipIf(!existsSync(SHARED))("with the chat templates of open models (skipped where ../shared is not)", () => {
  it("has nothing against native conversations: results, text beside a call, parallel calls, a note", async () => {
    const judging = await server(SHARED);
    const loop = [system, user, calling, result];
    const two = {
      ...calling,
      content: "Both.",
      tool_calls: [call("aaaaaaaa2", { path: "b.ts" }), call("aaaaaaaa3", {})],
    };
    const twoResults = ["aaaaaaaa2", "aaaaaaaa3"].map((id) => ({ ...result, tool_call_id: id, content: `for ${id}` }));
    for (const messages of [
      [system, user],
      loop,
      [...loop, assistant, user],
      [...loop, two, ...twoResults],
      [...loop, { role: "user", content: "A note." }],
    ]) {
      await chat(judging, { model: "m", messages, tools });
    }
    expect(judging.violations).toEqual([]);
    expect(judging.requests[0]?.templatePrefixes.length).toBeGreaterThan(70);
  });

  it("has nothing against text conversations, on both wires", async () => {
    const judging = await server(SHARED);
    const write = {
      role: "assistant",
      content: `I write.\n\n<write_to_file>\n<content>\n${CODE}</content>\n</write_to_file>`,
    };
    const messages = [system, user, write, { role: "user", content: `Result:\n${CODE}` }];
    await chat(judging, { model: "m", messages });
    await ollama(judging, { model: "m", messages });
    expect(judging.violations).toEqual([]);
    expect(judging.requests[1]?.templatePrefixes.length).toBeGreaterThan(115);
  });

  it("reports a file cut at </think>, an id that Mistral refuses, null beside a call", async () => {
    const judging = await server(SHARED);
    await chat(judging, { model: "m", messages: [user, { role: "assistant", content: "kept?</think>rest" }, user] });
    const dropping = judging.violations.filter(({ rule }) => rule === "template-drops");
    expect(dropping.length).toBeGreaterThan(15);
    const longId = "call_aaaaaaaa1";
    await chat(judging, {
      model: "m",
      messages: [
        user,
        { ...calling, content: null, tool_calls: [call(longId, {})] },
        { ...result, tool_call_id: longId },
      ],
      tools,
    });
    const refusing = judging.violations.filter(({ request, rule }) => request === 2 && rule === "template-refuses");
    expect(refusing.map(({ message }) => message).join("\n")).toContain("alphanumeric strings with length 9");
  });

  it("judges a named family without excuses: Gemma 2 takes no system message", async () => {
    const judging = await server(SHARED, { templates: ["gemma-2.jinja"] });
    await chat(judging, { model: "m", messages: [system, user] });
    await chat(judging, { model: "m", messages: [user] });
    expect(judging.violations).toMatchObject([{ request: 1, rule: "template-refuses" }]);
  });
});
