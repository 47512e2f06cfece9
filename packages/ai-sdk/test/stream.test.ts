import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { offered } from "./support/offered.js";
import { finish, stream, streamed, textParts, USAGE } from "./support/scripted.js";

type Part = LanguageModelV3StreamPart;

const READ = "<read_file>\n<path>a.ts</path>\n<lines>3</lines>\n</read_file>";
const asked = { params: { tools: offered } };

const typesOf = (parts: readonly Part[]) => parts.map(({ type }) => type);
const lastOf = (parts: readonly Part[]) => parts.at(-1);

describe("a call in an answer's text", () => {
  it("is shown while the model still writes it", async () => {
    let send: ReadableStreamDefaultController<Part> | undefined;
    const source = new ReadableStream<Part>({
      start(controller) {
        send = controller;
      },
    });
    const parts = (await stream(source, asked)).getReader();
    const next = async () => (await parts.read()).value;

    send?.enqueue({ type: "text-start", id: "0" });
    send?.enqueue({
      type: "text-delta",
      id: "0",
      delta: "I write.\n<write_to_file>\n<path>a.ts</path>\n<content>\none ",
    });
    expect(await next()).toMatchObject({ type: "text-start" });
    expect(await next()).toMatchObject({ type: "text-delta", delta: "I write.\n" });
    expect(await next()).toMatchObject({ type: "text-end" });
    expect(await next()).toMatchObject({ type: "tool-input-start", toolName: "write_to_file" });
    expect(await next()).toMatchObject({ type: "tool-input-delta", delta: '{"path":"a.ts' });
    expect(await next()).toMatchObject({ type: "tool-input-delta", delta: '"' });
    expect(await next()).toMatchObject({ type: "tool-input-delta", delta: ',"content":"one ' });
    send?.enqueue({ type: "text-delta", id: "0", delta: '"two"\n' });
    expect(await next()).toMatchObject({ type: "tool-input-delta", delta: '\\"two\\"\\n' });
    await parts.cancel();
  });

  it("ends the answer for tool calls, with the provider's own word and count kept", async () => {
    const parts = await streamed([...textParts([READ]), finish("stop")], asked);
    expect(lastOf(parts)).toEqual({
      type: "finish",
      usage: USAGE,
      finishReason: { unified: "tool-calls", raw: "their stop" },
    });
  });

  it("says in which dialect it was read, what was mended and what makes it doubtful", async () => {
    const mended = "<read_file>\n<path>a.ts\n</read_file>";
    const fenced = "```\n<read_file>\n<path>b.ts</path>\n</read_file>\n```";
    const [first] = (await streamed([...textParts([mended]), finish()], asked)).filter(isCall);
    const [second] = (await streamed([...textParts([fenced]), finish()], asked)).filter(isCall);
    expect(first?.providerMetadata).toEqual({ millrace: { dialect: "cline", repairs: ["</path> was missing."] } });
    expect(second?.providerMetadata?.millrace).toMatchObject({
      dialect: "cline",
      doubtful: expect.stringContaining("fence"),
    });
  });

  it("has an id that every server takes, and no other call has", async () => {
    const answer = [...textParts([`${READ}\n${READ}`]), finish()];
    const ids = [...(await streamed(answer, asked)), ...(await streamed(answer, asked))]
      .filter(isCall)
      .map(({ toolCallId }) => toolCallId);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{9}$/);
  });

  it("is never given when it was cut off, and the answer then ended by its length", async () => {
    for (const word of ["stop", "length"] as const) {
      const parts = await streamed(
        [...textParts(["<write_to_file>\n<path>a.ts</path>\n<content>\nhalf a "]), finish(word)],
        asked,
      );
      expect(typesOf(parts)).toEqual([
        "tool-input-start",
        "tool-input-delta",
        "tool-input-delta",
        "tool-input-delta",
        "tool-input-end",
        "finish",
      ]);
      expect(lastOf(parts)).toMatchObject({ finishReason: { unified: "length", raw: `their ${word}` } });
    }
  });

  it("stands where it was closed before the answer was cut, and the reason stays what it was", async () => {
    for (const word of ["length", "content-filter", "error"] as const) {
      const parts = await streamed([...textParts([`${READ}\nAnd th`]), finish(word)], asked);
      expect(parts.filter(isCall)).toHaveLength(1);
      expect(lastOf(parts)).toMatchObject({ finishReason: { unified: word } });
    }
  });

  it("of a tool that there is not is given, so that the model is told", async () => {
    const answer = textParts(['<tool_call>\n{"name": "fly", "arguments": {"to": "Oslo"}}\n</tool_call>']);
    const [call] = (await streamed([...answer, finish()], asked)).filter(isCall);
    expect(call).toMatchObject({ toolName: "fly", input: '{"to":"Oslo"}' });
  });
});

describe("everything else of an answer", () => {
  it("passes as it is and in its place", async () => {
    const around: Part[] = [
      { type: "stream-start", warnings: [{ type: "other", message: "Beware." }] },
      { type: "response-metadata", id: "r1", modelId: "m", timestamp: new Date(0) },
      { type: "raw", rawValue: { any: 1 } },
    ];
    const source: Part = { type: "source", sourceType: "url", id: "s", url: "http://x" };
    const file: Part = { type: "file", mediaType: "image/png", data: "AAAA" };
    const parts = await streamed(
      [...around, ...textParts(["Hi"]), source, ...textParts(["there"], "1"), file, finish()],
      asked,
    );
    expect(parts.slice(0, 3)).toEqual(around);
    expect(parts.slice(3)).toEqual([...textParts(["Hi"]), source, ...textParts(["there"], "1"), file, finish()]);
  });

  it("is not touched where the model called natively", async () => {
    const native: Part[] = [
      { type: "tool-input-start", id: "n1", toolName: "read_file" },
      { type: "tool-input-delta", id: "n1", delta: '{"path":' },
      { type: "tool-input-delta", id: "n1", delta: '"a"}' },
      { type: "tool-input-end", id: "n1" },
      { type: "tool-call", toolCallId: "n1", toolName: "read_file", input: '{"path":"a"}' },
      finish("tool-calls"),
    ];
    expect(await streamed([...textParts(["I call."]), ...native], asked)).toEqual([
      ...textParts(["I call."]),
      ...native,
    ]);
  });

  it("keeps what a provider says of a text at the ends of what is shown of it", async () => {
    const openai = (itemId: string) => ({ openai: { itemId } });
    const parts = await streamed(
      [
        { type: "text-start", id: "m1", providerMetadata: openai("a") },
        { type: "text-delta", id: "m1", delta: `One\n${READ}\ntwo` },
        { type: "text-end", id: "m1", providerMetadata: openai("b") },
        { type: "text-start", id: "m2" },
        { type: "text-end", id: "m2", providerMetadata: openai("alone") },
        finish(),
      ],
      asked,
    );
    expect(parts.filter(({ type }) => type === "text-start" || type === "text-end")).toEqual([
      { type: "text-start", id: "m1", providerMetadata: openai("a") },
      { type: "text-end", id: "m1", providerMetadata: openai("a") },
      { type: "text-start", id: "m1-1", providerMetadata: openai("a") },
      { type: "text-end", id: "m1-1", providerMetadata: openai("b") },
      { type: "text-start", id: "m2" },
      { type: "text-end", id: "m2", providerMetadata: openai("alone") },
    ]);
  });
});

describe("reasoning", () => {
  it("of the model itself passes byte for byte, signature and all", async () => {
    const own: Part[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "\n  I must " },
      { type: "reasoning-delta", id: "r", delta: "look.\n" },
      { type: "reasoning-delta", id: "r", delta: "", providerMetadata: { anthropic: { signature: "sig" } } },
      { type: "reasoning-end", id: "r" },
    ];
    expect(await streamed([...own, ...textParts(["Hi"]), finish()], asked)).toEqual([
      ...own,
      ...textParts(["Hi"]),
      finish(),
    ]);
  });

  it("of the model itself that ends in a call nobody closed it for is searched for it", async () => {
    const own: Part[] = [
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: `I look.\n${READ}` },
      { type: "reasoning-end", id: "r" },
    ];
    const parts = await streamed([...own, finish()], asked);
    expect(parts.slice(0, 3)).toEqual(own);
    expect(parts.filter(isCall)).toMatchObject([
      { toolName: "read_file", providerMetadata: { millrace: { doubtful: expect.any(String) } } },
    ]);
  });

  it("in the text comes as reasoning, and is marked as read from there", async () => {
    const parts = await streamed([...textParts(["<think>\nHm.\n</think>\n\nHello."]), finish()], asked);
    expect(typesOf(parts)).toEqual([
      "reasoning-start",
      "reasoning-delta",
      "reasoning-end",
      "text-start",
      "text-delta",
      "text-end",
      "finish",
    ]);
    expect(parts[0]).toMatchObject({ providerMetadata: { millrace: { readFrom: "text" } } });
    expect(parts[4]).toMatchObject({ delta: "Hello." });
  });

  it("is where an answer begins that the prompt's template opened it for", async () => {
    const parts = await streamed([...textParts(["Hm.\n</think>\nHello."]), finish()], {
      ...asked,
      options: { start: "in-reasoning" },
    });
    expect(parts.filter(({ type }) => type.endsWith("-delta"))).toMatchObject([
      { type: "reasoning-delta", delta: expect.stringContaining("Hm.") },
      { type: "text-delta", delta: "Hello." },
    ]);
  });
});

describe("an answer that breaks", () => {
  it("keeps what came before and behind an error part", async () => {
    const error: Part = { type: "error", error: new Error("They said no.") };
    const parts = await streamed([...textParts([READ]), error, ...textParts(["More"], "1"), finish("error")], asked);
    expect(parts.filter(isCall)).toHaveLength(1);
    expect(parts).toContain(error);
    expect(parts.slice(-4)).toEqual([...textParts(["More"], "1"), finish("error")]);
  });

  it("gives what was held back before the connection's own error", async () => {
    const error = new Error("The socket closed.");
    const waiting: Part[] = textParts(["Hello <rea"]).slice(0, 2);
    const source = new ReadableStream<Part>(
      {
        pull(controller) {
          const next = waiting.shift();
          if (next === undefined) controller.error(error);
          else controller.enqueue(next);
        },
      },
      { highWaterMark: 0 },
    );
    const seen: Part[] = [];
    const reading = (async () => {
      for await (const part of await stream(source, asked)) seen.push(part);
    })();
    await expect(reading).rejects.toBe(error);
    expect(typesOf(seen)).toEqual(["text-start", "text-delta", "text-end"]);
    expect(seen[1]).toMatchObject({ delta: "Hello " });
  });

  it("that ends behind an error part gives no call that only a good end would make one", async () => {
    const fenced = textParts([`\`\`\`\n${READ}\n\`\`\``]);
    const parts = await streamed([...fenced, { type: "error", error: "The server broke." }], asked);
    expect(parts.filter(isCall)).toEqual([]);
    expect(parts.flatMap((part) => (part.type === "text-delta" ? [part.delta] : [])).join("")).toContain(READ);
  });

  it("that ends without a finish ends what is open", async () => {
    const parts = await streamed(
      [
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: "Hi <" },
      ],
      asked,
    );
    expect(parts.map((part) => ("delta" in part ? part.delta : part.type))).toEqual([
      "text-start",
      "Hi ",
      "<",
      "text-end",
    ]);
  });
});

describe("whoever reads the stream", () => {
  it("reaches the provider when it stops reading", async () => {
    let cancelled: unknown;
    const source = new ReadableStream<Part>({
      cancel(reason) {
        cancelled = reason;
      },
    });
    const reader = (await stream(source, asked)).getReader();
    const pending = reader.read();
    await reader.cancel("enough");
    expect(cancelled).toBe("enough");
    expect((await pending).done).toBe(true);
  });

  it("has no more read from the provider than it asks for", async () => {
    let pulled = 0;
    const source = new ReadableStream<Part>(
      {
        pull(controller) {
          controller.enqueue({ type: "text-delta", id: "0", delta: `word ${pulled++} ` });
        },
      },
      { highWaterMark: 0 },
    );
    const reader = (await stream(source, asked)).getReader();
    await reader.read();
    await reader.read();
    expect(pulled).toBe(1);
    await reader.read();
    expect(pulled).toBe(2);
    await reader.cancel();
  });
});

describe("in mode salvage", () => {
  it("calls that came as text are read, and are doubtful", async () => {
    const parts = await streamed([...textParts([READ]), finish()], { ...asked, options: { mode: "salvage" } });
    expect(parts.filter(isCall)).toMatchObject([
      { input: '{"path":"a.ts","lines":3}', providerMetadata: { millrace: { doubtful: expect.any(String) } } },
    ]);
  });
});

function isCall(part: Part): part is Extract<Part, { type: "tool-call" }> {
  return part.type === "tool-call";
}
