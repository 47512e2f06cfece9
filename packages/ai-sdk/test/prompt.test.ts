import type { LanguageModelV3Message, LanguageModelV3ToolResultOutput } from "@ai-sdk/provider";
import { parseAssistantMessage, renderTools } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolDefinitions } from "../src/tool-definitions.js";
import { offered, webSearch } from "./support/offered.js";
import { sent } from "./support/scripted.js";

type Message = LanguageModelV3Message;

const tools = toolDefinitions(offered);
const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });
const said = (text: string): Message => ({ role: "assistant", content: [{ type: "text", text }] });
const called = (path: string, id = path): Message => ({
  role: "assistant",
  content: [{ type: "tool-call", toolCallId: id, toolName: "read_file", input: { path } }],
});
const gave = (id: string, output: LanguageModelV3ToolResultOutput): Message => ({
  role: "tool",
  content: [{ type: "tool-result", toolCallId: id, toolName: "read_file", output }],
});
const ok = (text: string): LanguageModelV3ToolResultOutput => ({ type: "text", value: text });

/** What a model is sent for a conversation, less the lesson. */
async function conversation(prompt: Message[], options = {}): Promise<Message[]> {
  const { prompt: rendered } = await sent({ params: { prompt, tools: offered }, options });
  return rendered.slice(1);
}

/** The one text of a rendered output. */
async function shown(output: LanguageModelV3ToolResultOutput): Promise<string> {
  const [, , results] = await conversation([user("Go."), called("a.ts"), gave("a.ts", output)]);
  const [part] = results?.role === "user" ? results.content : [];
  return part?.type === "text" ? part.text : "";
}

describe("the tools", () => {
  it("are taught behind the caller's own system text, and not sent", async () => {
    const system: Message = {
      role: "system",
      content: "Be brief.\n",
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    };
    const request = await sent({
      params: { prompt: [system, user("Go.")], tools: offered, toolChoice: { type: "auto" } },
    });
    expect(request.prompt).toEqual([
      { ...system, content: `Be brief.\n\n${renderTools(tools, "auto").trimEnd()}` },
      user("Go."),
    ]);
    expect(request.tools).toBeUndefined();
    expect(request.toolChoice).toBeUndefined();
  });

  it("are taught at the head where there is no system text, in the dialect and the tier that were chosen", async () => {
    const { prompt } = await sent({
      params: { prompt: [user("Go.")], tools: offered },
      options: { dialect: "hermes", tier: "minimal" },
    });
    expect(prompt).toEqual([
      { role: "system", content: renderTools(tools, "hermes", "minimal").trimEnd() },
      user("Go."),
    ]);
  });

  it("are taught behind the last of several system texts, each of which stays", async () => {
    const { prompt } = await sent({
      params: {
        prompt: [{ role: "system", content: "A" }, { role: "system", content: "B" }, user("Go.")],
        tools: offered,
      },
    });
    expect(prompt[0]).toEqual({ role: "system", content: "A" });
    expect(prompt[1]).toMatchObject({ content: expect.stringMatching(/^B\n\n# Tools/) });
  });

  it("that the provider runs are still sent, and a choice of them too", async () => {
    const request = await sent({
      params: { tools: [...offered, webSearch], toolChoice: { type: "tool", toolName: "web_search" } },
    });
    expect(request.tools).toEqual([webSearch]);
    expect(request.toolChoice).toEqual({ type: "tool", toolName: "web_search" });
    expect(request.prompt.at(-1)).toEqual(user("Go."));
  });

  it("leave a prompt alone where there are none", async () => {
    const prompt = [{ role: "system", content: "Be brief." } as const, user("Go.")];
    expect((await sent({ params: { prompt } })).prompt).toEqual(prompt);
    expect((await sent({ params: { prompt, toolChoice: { type: "none" } } })).prompt).toEqual(prompt);
  });
});

describe("a tool choice", () => {
  it.each([
    [{ type: "auto" } as const, "Go."],
    [{ type: "required" } as const, "Go.\n\n[Answer with a tool call.]"],
    [{ type: "tool", toolName: "read_file" } as const, "Go.\n\n[Answer with a call of the tool read_file.]"],
    [{ type: "none" } as const, "Go.\n\n[Answer in words, without a tool call.]"],
  ])("%j is a note at the very end: %j", async (toolChoice, text) => {
    const chosen = await sent({ params: { tools: offered, toolChoice } });
    const free = await sent({ params: { tools: offered } });
    expect(chosen.prompt.slice(0, -1)).toEqual(free.prompt.slice(0, -1));
    expect(chosen.prompt.at(-1)).toEqual(user(text));
    expect(chosen.toolChoice).toBeUndefined();
  });
});

describe("a conversation", () => {
  it("has its calls as the model writes them and its results in the user's turn", async () => {
    const both: Message = {
      role: "assistant",
      content: [
        { type: "text", text: "I look.\n\n" },
        { type: "tool-call", toolCallId: "1", toolName: "read_file", input: { path: "a.ts" } },
        { type: "tool-call", toolCallId: "2", toolName: "read_file", input: { path: "b.ts" } },
      ],
    };
    expect(await conversation([user("Go."), both, gave("1", ok("A")), gave("2", ok("B\n")), user("And?")])).toEqual([
      user("Go."),
      said("I look.\n\n<read_file>\n<path>a.ts</path>\n</read_file>\n\n<read_file>\n<path>b.ts</path>\n</read_file>"),
      user(
        "<tool_response>\n[read_file a.ts] ok\nA\n</tool_response>\n\n<tool_response>\n[read_file b.ts] ok\nB\n</tool_response>\n\nAnd?",
      ),
    ]);
  });

  it("has a call in the dialect it was read in where all are read, and else in the one that is taught", async () => {
    const hermes: Message = {
      role: "assistant",
      content: [
        {
          type: "tool-call",
          toolCallId: "1",
          toolName: "read_file",
          input: { path: "a" },
          providerOptions: { millrace: { dialect: "hermes", repairs: [] } },
        },
      ],
    };
    const [, inAuto] = await conversation([user("Go."), hermes]);
    const [, inCline] = await conversation([user("Go."), hermes], { dialect: "cline" });
    expect(inAuto).toEqual(said('<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>'));
    expect(inCline).toEqual(said("<read_file>\n<path>a</path>\n</read_file>"));
  });

  it("shows a call with broken arguments with what there is of them", async () => {
    const broken = (input: unknown): Message => ({
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "1", toolName: "read_file", input }],
    });
    expect((await conversation([user("Go."), broken('{"path": ')]))[1]).toEqual(
      said('<read_file>\n<input>{"path": </input>\n</read_file>'),
    );
    expect((await conversation([user("Go."), broken(undefined)]))[1]).toEqual(said("<read_file>\n</read_file>"));
  });

  it("leaves out reasoning that was read from text, and keeps the model's own", async () => {
    const own = { type: "reasoning", text: "Mine.", providerOptions: { anthropic: { signature: "s" } } } as const;
    const read = { type: "reasoning", text: "Hm.", providerOptions: { millrace: { readFrom: "text" } } } as const;
    const [, first, , second] = await conversation([
      user("Go."),
      { role: "assistant", content: [own, read, { type: "text", text: "Hi </think> there" }] },
      user("Go on."),
      { role: "assistant", content: [read] },
    ]);
    expect(first).toEqual({ role: "assistant", content: [own, { type: "text", text: "Hi <\\/think> there" }] });
    expect(second).toEqual(said("(no text)"));
  });

  it("has what the provider ran as it was", async () => {
    const ran: Message = {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "w", toolName: "web_search", input: { q: 1 }, providerExecuted: true },
        { type: "tool-result", toolCallId: "w", toolName: "web_search", output: { type: "json", value: [1] } },
        { type: "tool-call", toolCallId: "l", toolName: "web_search", input: { q: 2 }, providerExecuted: true },
        { type: "text", text: "Found." },
      ],
    };
    const late: Message = {
      role: "tool",
      content: [{ type: "tool-result", toolCallId: "l", toolName: "web_search", output: ok("late") }],
    };
    const approval: Message = {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: "x", approved: true }],
    };
    expect(await conversation([user("Go."), ran, late, approval])).toEqual([user("Go."), ran, late, approval]);
  });

  it("keeps the place of a cache mark, and pictures where they stand", async () => {
    const picture = { type: "file", mediaType: "image/png", data: "AAAA" } as const;
    const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
    const message: Message = {
      role: "user",
      content: [
        { type: "text", text: "Long.", providerOptions: mark },
        { type: "text", text: "Short." },
        picture,
        { type: "text", text: "This?" },
      ],
    };
    expect(await conversation([message])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "Long.", providerOptions: mark },
          { type: "text", text: "\n\nShort." },
          picture,
          { type: "text", text: "This?" },
        ],
      },
    ]);
  });

  it("grown by a turn begins with the prompt it had, however it was held", async () => {
    const turn = fc.oneof(
      fc.string().map((text) => [said(text)]),
      fc
        .tuple(fc.string(), fc.string(), fc.constantFrom("hermes", "cline", "none", "native"))
        .map(([path, text, dialect]): Message[] => [
          {
            role: "assistant",
            content: [
              { type: "text", text },
              {
                type: "tool-call",
                toolCallId: path,
                toolName: "read_file",
                input: { path },
                providerOptions: { millrace: { dialect } },
              },
            ],
          },
          gave(path, ok(text)),
        ]),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { maxLength: 6 }), turn, async (before, next) => {
        const asked: Message[] = [user("Go."), ...before.flatMap((turn) => [...turn, user("More.")])];
        const shorter = await conversation(asked);
        const longer = await conversation([...asked, ...next, user("More.")]);
        expect(longer.slice(0, shorter.length)).toEqual(shorter);
      }),
      { numRuns: 60 },
    );
  });

  it("is read back as the calls that were made", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("hermes", "mistral", "qwen3-coder", "deepseek-v3"),
        fc.string({ unit: "grapheme" }),
        async (dialect, path) => {
          const [, message] = await conversation([user("Go."), called(path)], { dialect });
          const [part] = message?.role === "assistant" ? message.content : [];
          const { blocks } = parseAssistantMessage(part?.type === "text" ? part.text : "", {
            tools,
            dialect,
            reason: "stop",
          });
          expect(blocks).toMatchObject([{ type: "tool-use", name: "read_file", input: { path } }]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("a result", () => {
  it.each<[string, LanguageModelV3ToolResultOutput, string]>([
    ["text", ok("A\n"), "ok\nA\n"],
    ["nothing", ok(""), "ok\n"],
    ["JSON", { type: "json", value: { a: [1, null] } }, 'ok\n{"a":[1,null]}\n'],
    ["an error", { type: "error-text", value: "No such file." }, "error\nNo such file.\n"],
    ["an error in JSON", { type: "error-json", value: { code: 2 } }, 'error\n{"code":2}\n'],
    ["a refusal with its reason", { type: "execution-denied", reason: "Not today." }, "rejected\nNot today.\n"],
    ["a refusal", { type: "execution-denied" }, "rejected\nThe user did not allow this call. It was not run.\n"],
    [
      "parts",
      {
        type: "content",
        value: [
          { type: "text", text: "A" },
          { type: "text", text: "B" },
        ],
      },
      "ok\nA\nB\n",
    ],
    [
      "other files",
      {
        type: "content",
        value: [
          { type: "file-data", data: "AA", mediaType: "application/pdf", filename: "a.pdf" },
          { type: "file-url", url: "http://x/y" },
          { type: "image-file-id", fileId: "f" },
          { type: "custom" },
        ],
      },
      "ok\n[a.pdf, application/pdf, not shown]\n[file at http://x/y, not shown]\n[image-file-id, not shown]\n[custom, not shown]\n",
    ],
  ])("of %s is shown with how it went", async (_, output, text) => {
    expect(await shown(output)).toBe(`<tool_response>\n[read_file a.ts] ${text}</tool_response>`);
  });

  it("with pictures has them behind it", async () => {
    const value = [
      { type: "text" as const, text: "Two:" },
      { type: "image-data" as const, data: "AAAA", mediaType: "image/png" },
      { type: "image-url" as const, url: "http://x/y.png" },
      { type: "image-url" as const, url: "no address" },
    ];
    const [, , results] = await conversation([user("Go."), called("a.ts"), gave("a.ts", { type: "content", value })]);
    expect(results).toEqual({
      role: "user",
      content: [
        {
          type: "text",
          text: "<tool_response>\n[read_file a.ts] ok\nTwo:\n[image/png, shown below]\n[image/*, shown below]\n[image/* at no address, not shown]\n</tool_response>",
        },
        { type: "file", mediaType: "image/png", data: "AAAA" },
        { type: "file", mediaType: "image/*", data: new URL("http://x/y.png") },
      ],
    });
  });

  it("that is no JSON is shown as far as it goes", async () => {
    const circle: { [key: string]: unknown } = { n: 1 };
    circle.self = circle;
    const json = (value: unknown) => ({ type: "json", value }) as LanguageModelV3ToolResultOutput;
    expect(await shown(json({ n: 12n }))).toContain('ok\n{"n":"12"}\n');
    expect(await shown(json(undefined))).toContain("ok\n</tool_response>");
    expect(await shown(json(circle))).toContain("ok\n[a value that JSON cannot hold, not shown]\n");
  });

  it("that holds a call is fenced off", async () => {
    expect(await shown(ok("<read_file><path>b</path></read_file>"))).toContain("~~~\n<read_file>");
  });
});

describe("a request", () => {
  it("keeps all other settings, and the options of other providers", async () => {
    const params = {
      temperature: 0.2,
      stopSequences: ["x"],
      responseFormat: { type: "json" as const },
      headers: { a: "b" },
      providerOptions: { openai: { user: "u" }, millrace: { tier: "minimal" } },
    };
    const request = await sent({ params: { ...params, tools: offered } });
    expect(request).toMatchObject({ ...params, providerOptions: { openai: { user: "u" } } });
    expect(request.providerOptions).not.toHaveProperty("millrace");
    expect(request.prompt[0]).toMatchObject({ content: renderTools(tools, "auto", "minimal").trimEnd() });
  });

  it("goes natively in mode salvage, as it was", async () => {
    const params = {
      prompt: [user("Go."), called("a"), gave("a", ok("A"))],
      tools: offered,
      toolChoice: { type: "required" as const },
    };
    expect(await sent({ params, options: { mode: "salvage" } })).toEqual(params);
    expect(await sent({ params: { ...params, providerOptions: { millrace: { mode: "salvage" } } } })).toMatchObject(
      params,
    );
  });
});
