import type { StreamChunk } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/events/session-event.js";
import type { Message } from "../../src/history/message.js";
import { modelError, pieces, ScriptedModel, type Step, says } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { TestClock } from "./test-clock.js";
import { recordingTool } from "./test-tools.js";

/** A call of the message under test: by when it must not have run, and from when it must. Characters of content. */
interface Expected {
  tool: "read_file" | "write_it";
  path: string;
  notBefore: number;
  from: number;
}

const content = "if (x) {\n  say('<read_file><path>no</path></read_file>');\n}\n";

/** Three calls as text; the second ends in a body that holds a call of its own. */
function textMessage(): { characters: StreamChunk[]; calls: Expected[] } {
  const lead = "I look.\n";
  const first = "<read_file>\n<path>a.ts</path>\n</read_file>";
  const second = `\n<write_it>\n<path>b.ts</path>\n<content>\n${content}</content>\n</write_it>`;
  const third = "\n<read_file>\n<path>c.ts</path>\n</read_file>";
  const ends = [lead + first, lead + first + second, lead + first + second + third].map(({ length }) => length);
  const [one = 0, two = 0, three = 0] = ends;
  return {
    characters: pieces(`${lead}${first}${second}${third}\nThat is all.`, 1),
    calls: [
      { tool: "read_file", path: "a.ts", notBefore: one, from: one },
      // A call that ends in a body is sure only when what follows it is seen.
      { tool: "write_it", path: "b.ts", notBefore: two, from: two + "\n<read_file>".length },
      { tool: "read_file", path: "c.ts", notBefore: three, from: three },
    ],
  };
}

/** The same three as native calls, their arguments a character a piece. */
function nativeMessage(): { characters: StreamChunk[]; calls: Expected[] } {
  const inputs = [
    { tool: "read_file", input: { path: "a.ts" } },
    { tool: "write_it", input: { path: "b.ts", content } },
    { tool: "read_file", input: { path: "c.ts" } },
  ] as const;
  const characters: StreamChunk[] = [...pieces("I look.", 1)];
  const calls = inputs.map(({ tool, input }, index): Expected => {
    characters.push({ type: "tool-input-start", index, providerCallId: `p${index}`, name: tool });
    for (const json of JSON.stringify(input)) characters.push({ type: "tool-input-delta", index, json });
    return { tool, path: input.path, notBefore: characters.length, from: characters.length };
  });
  return { characters, calls };
}

/** One run in which the first answer stops behind so many characters. */
async function runCut(protocol: "text" | "native", characters: StreamChunk[], at: number, end: Step) {
  const clock = new TestClock();
  const model = new ScriptedModel([...characters.slice(0, at), end], says("Fine."));
  const read = recordingTool("read_file", "none");
  const write = recordingTool("write_it", "files");
  write.parameters = {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string", "x-body": true } },
    required: ["path", "content"],
  };
  const { task, of } = startTask({ model, clock, tools: [read, write], mode: "auto", protocol });
  task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  const result = await task.run("go");
  return { model, ran: { read_file: read.ran, write_it: write.ran }, of, result, clock };
}

/** Ids of calls and of results in what was sent, natively; in text the results are words. */
function sentResults(messages: readonly Message[], protocol: "text" | "native"): string[] {
  const parts = messages.flatMap((message) => message.parts);
  if (protocol === "native") return parts.flatMap((part) => (part.type === "tool-result" ? part.callId : []));
  return parts.flatMap((part) => (part.type === "text" ? [...part.text.matchAll(/did (\w\.ts)/g)].map(String) : []));
}

describe.each([
  ["text", textMessage()],
  ["native", nativeMessage()],
] as const)("a three-call message (%s) cut after every character", (protocol, { characters, calls }) => {
  const cuts = Array.from({ length: characters.length + 1 }, (_, at) => at);

  test("by a broken connection: nothing incomplete runs, each closed call runs once and is answered once", async () => {
    for (const at of cuts) {
      const { model, ran, of, result, clock } = await runCut(protocol, characters, at, modelError({ phase: "stream" }));
      const where = `${protocol}, cut at ${at}`;
      expect(result, where).toMatchObject({ end: "answered", text: "Fine." });
      const all = [...ran.read_file, ...ran.write_it];
      for (const { tool, path, notBefore, from } of calls) {
        const times = ran[tool].filter((one) => one === path).length;
        if (at < notBefore) expect(times, `${where}: ${path}`).toBe(0);
        if (at >= from) expect(times, `${where}: ${path}`).toBe(1);
      }
      expect(new Set(all).size, where).toBe(all.length);
      const sent = model.requests[1]?.messages ?? [];
      expect(sentResults(sent, protocol), where).toHaveLength(all.length);
      const answered = of("tool-results").flatMap(({ message }) => message.parts);
      expect(answered, where).toHaveLength(all.length);
      const words = JSON.stringify(sent);
      // Where no call had closed the same request goes out again; else the model is told of the cut.
      if (all.length === 0) expect(sent, where).toEqual(model.requests[0]?.messages);
      else expect(words, where).toContain("cut off after the last call above");
      const open = calls.find(({ path }) => !all.includes(path));
      if (open !== undefined) expect(words, where).not.toContain(open.path);
      expect(clock.pending, where).toBe(0);
    }
  });

  test("by the output limit: closed calls stand, the cut one is taken out and told", async () => {
    for (const at of cuts.slice(1)) {
      const { model, ran, of, result } = await runCut(protocol, characters, at, { type: "finish", reason: "length" });
      const where = `${protocol}, cut at ${at}`;
      const all = [...ran.read_file, ...ran.write_it];
      for (const { tool, path, notBefore, from } of calls) {
        const times = ran[tool].filter((one) => one === path).length;
        if (at < notBefore) expect(times, `${where}: ${path}`).toBe(0);
        if (at >= from) expect(times, `${where}: ${path}`).toBe(1);
      }
      const cut = of("call-finished").filter((event) => event.result.status === "cut-off");
      const told = /cut off in/.test(JSON.stringify(model.requests[1]?.messages ?? []));
      if (cut.length > 0) expect(told, where).toBe(true);
      expect(
        of("tool-results").flatMap(({ message }) => message.parts),
        where,
      ).toHaveLength(all.length);
      // Prose alone is an answer, though a short one; anything else goes on.
      expect(result.end, where).toBe("answered");
      if (all.length === 0 && !told) expect(model.requests, where).toHaveLength(1);
      else expect(result.text, where).toBe("Fine.");
    }
  });
});
