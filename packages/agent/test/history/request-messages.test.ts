import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message, Part } from "../../src/history/message.js";
import { renderForeign } from "../../src/history/render-foreign.js";
import { requestMessages } from "../../src/history/request-messages.js";
import { NO_TEXT } from "../../src/history/store-message.js";
import { callsOf, resultsOf, textOf } from "../../src/history/tool-calls.js";
import type { RequestForm } from "../../src/history/turn.js";
import type { ModelProfile } from "../../src/model-profile.js";
import { assistant, call, profile, result, results, turn, user } from "../conversation.js";
import { SAMPLE_TOOLS } from "../sample-tools.js";

function form(protocol: "native" | "text", more: Partial<ModelProfile> = {}): RequestForm {
  return { protocol, dialect: "cline", tools: SAMPLE_TOOLS, profile: profile(more) };
}

const roles = (messages: readonly Message[]) => messages.map(({ role }) => role).join(" ");
const texts = (messages: readonly Message[]) => messages.map(textOf);
const known = <T>(value: T) => ({ value, from: "user" as const, at: "2026-01-01" });

describe("in text protocol", () => {
  it("assistants go back as they wrote, results and words of the user as one user message", () => {
    const raw = "I look.\n\n<read_file>\n<path>a.1.ts</path>\n</read_file>";
    const said: Message = { ...assistant("a", "I look.", 1), raw: { dialect: "cline", text: raw } };
    const history = [user("u", "task"), said, results("r", result("a.1", "1 | hi")), user("v", "and be quick")];
    expect(texts(requestMessages(history, form("text")))).toEqual([
      "task",
      raw,
      "<tool_response>\n[read_file a.1.ts] ok\n1 | hi\n</tool_response>\n\nand be quick",
    ]);
  });

  it("a result names what it is about and how it ended", () => {
    const said: Message = {
      id: "a",
      role: "assistant",
      parts: [{ type: "tool-use", block: call("a.1", "execute_command", { command: "npm test" }) }],
    };
    const history = [user("u"), said, results("r", result("a.1", "no", { status: "rejected" }))];
    expect(texts(requestMessages(history, form("text"))).at(-1)).toContain("[execute_command npm test] rejected");
  });

  it("a message of another form is written as text once it is needed, and the same each time", () => {
    const history = [user("u"), ...turn("a"), user("v")];
    const first = requestMessages(history, form("text"));
    expect(texts(first)[1]).toBe("step a\n\n<read_file>\n<path>a.1.ts</path>\n</read_file>");
    expect(requestMessages([...history], form("text"))[1]).toBe(first[1]);
  });

  it.each([
    ["AAAA", "data:image/png;base64,AAAA"],
    ["https://a.test/b.png", "https://a.test/b.png"],
  ])("images go with the user's message (%s)", (data, ref) => {
    const image = { type: "image", mediaType: "image/png", data } as const;
    const history = [
      user("u"),
      assistant("a", "", 1),
      results("r", {
        type: "tool-result",
        callId: "a.1",
        result: { status: "ok", content: [{ type: "text", text: "a picture" }, image] },
      }),
    ];
    expect(requestMessages(history, form("text")).at(-1)?.parts[1]).toEqual({
      type: "image",
      mediaType: "image/png",
      ref,
    });
  });
});

describe.each(["native", "text"] as const)("for a model that takes no images (%s)", (protocol) => {
  const image = { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" } as const;
  const picture = { type: "image", mediaType: "image/webp", data: "AAAA" } as const;
  const history: Message[] = [
    { ...user("u", "Look at this."), parts: [{ type: "text", text: "Look at this." }, image] },
    assistant("a", "", 1),
    results("r", {
      type: "tool-result",
      callId: "a.1",
      result: { status: "ok", content: [{ type: "text", text: "a picture" }, picture] },
    }),
  ];
  const blind = form(protocol, { vision: known(false) });

  it("each is left out, and its place says so", () => {
    const sent = JSON.stringify(requestMessages(history, blind));
    expect(sent).not.toContain("AAAA");
    expect(sent).toContain("Look at this.\\n\\n[An image (image/png) was left out: this model takes no images.]");
    expect(sent).toContain("a picture\\n[An image (image/webp) was left out: this model takes no images.]");
  });

  it("messages stay the same objects from request to request", () => {
    const before = requestMessages(history, blind);
    const after = requestMessages([...history, assistant("b", "Seen."), user("v")], blind);
    before.forEach((message, at) => {
      expect(after[at]).toBe(message);
    });
  });

  it("images go along where the model takes them, or nobody knows", () => {
    for (const more of [{}, { vision: known(true) }]) {
      expect(JSON.stringify(requestMessages(history, form(protocol, more)))).toContain("AAAA");
    }
  });
});

describe("natively", () => {
  it("text stands beside the calls, results behind them in order, words of the user at the end of the last", () => {
    const history = [
      user("u"),
      assistant("a", "both", 2),
      results("r", result("a.2", "two"), result("a.1", "one")),
      user("note", "the stream broke"),
    ];
    const messages = requestMessages(history, form("native"));
    expect(roles(messages)).toBe("user assistant tool");
    expect(messages[1]?.parts.map(({ type }) => type)).toEqual(["text", "tool-use", "tool-use"]);
    const [one, two] = resultsOf(messages[2] as Message);
    expect([one?.callId, two?.callId]).toEqual(["a.1", "a.2"]);
    expect(one?.result.content).toEqual([{ type: "text", text: "one" }]);
    expect(two?.result.content).toEqual([
      { type: "text", text: expect.stringMatching(/^two\n\n\[.*user.*\]\nthe stream broke$/s) },
    ]);
  });

  it("one call a message where more are refused, each with its result behind it", () => {
    const history = [
      user("u"),
      assistant("a", "three", 3),
      results("r", result("a.1"), result("a.2"), result("a.3")),
      user("v", "go on"),
    ];
    const messages = requestMessages(history, form("native", { parallel: known(false) }));
    expect(roles(messages)).toBe("user assistant tool assistant tool assistant tool");
    expect(messages.flatMap(callsOf).map(({ id }) => id)).toEqual(["a.1", "a.2", "a.3"]);
    expect(JSON.stringify(messages.at(-1))).toContain("go on");
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  });

  it("thoughts, words and calls keep the order in which they came, without blanks around the words", () => {
    const [text, first, second] = assistant("a", " one ", 2).parts as [Part, Part, Part];
    const came: Part[] = [
      { type: "reasoning", text: "t1", signature: "s1" },
      text,
      first,
      { type: "reasoning", text: "", signature: "s2" },
      second,
      { type: "text", text: "two\n" },
    ];
    const history = [user("u"), { ...assistant("a"), parts: came }, results("r", result("a.1"), result("a.2"))];
    const sent = requestMessages(history, form("native", { reasoning: { form: "field", back: "sign" } }));
    const words = (part: Part) => (part.type === "text" || part.type === "reasoning" ? part.text : part.type);
    expect(sent[1]?.parts.map(words)).toEqual(["t1", "one ", "tool-use", "", "tool-use", "two"]);
    expect(requestMessages(history, form("native"))[1]?.parts.map(words)).toEqual([
      "one ",
      "tool-use",
      "tool-use",
      "two",
    ]);
  });

  it("a result without a word says so", () => {
    const history = [
      user("u"),
      assistant("a", "", 2),
      results("r", result("a.1", ""), result("a.2", "", { status: "error", why: "it broke" })),
    ];
    const [one, two] = resultsOf(requestMessages(history, form("native"))[2] as Message);
    expect(one?.result.content).toEqual([{ type: "text", text: "(no output)" }]);
    expect(two?.result.content).toEqual([{ type: "text", text: "it broke" }]);
  });

  describe("reasoning", () => {
    const thinking = (id: string, calls: number): Message => assistant(id, `said ${id}`, calls, `thought ${id}`);
    const signed: Message = {
      ...assistant("s", "", 1),
      parts: [{ type: "reasoning", text: "t", signature: "sig" }, ...assistant("s", "", 1).parts],
    };
    const history = [
      user("q1"),
      thinking("a", 1),
      results("ar", result("a.1")),
      thinking("b", 0),
      user("q2"),
      thinking("c", 1),
      results("cr", result("c.1")),
      user("note"),
      signed,
      results("sr", result("s.1")),
    ];
    const sent = (back: ModelProfile["reasoning"]["back"]) =>
      requestMessages(history, form("native", { reasoning: { form: "field", back } })).flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === "reasoning" ? [part.text] : [])),
      );

    it.each([
      ["drop", []],
      ["keep", ["thought a", "thought b", "thought c", "t"]],
      ["echo", ["thought c", "t"]],
      ["sign", ["t"]],
    ] as const)("goes back by the rule %s", (back, expected) => {
      expect(sent(back)).toEqual(expected);
    });
  });
});

describe.each(["text", "native"] as const)("in protocol %s", (protocol) => {
  it("an assistant message without a word says so", () => {
    const messages = requestMessages([user("u"), assistant("a"), user("v")], form(protocol));
    expect(textOf(messages[1] as Message)).toBe(NO_TEXT);
  });

  it("a history that begins with an assistant gets a user's message first", () => {
    expect(roles(requestMessages([...turn("a"), user("u")], form(protocol)))).toMatch(/^user assistant/);
  });

  it("an empty history is an empty request", () => {
    expect(requestMessages([], form(protocol))).toEqual([]);
  });

  it("a request ends with the user or a result, also where the assistant spoke last", () => {
    expect(roles(requestMessages([user("u"), assistant("a", "half")], form(protocol)))).toBe("user assistant user");
  });

  it("a switch of protocol and back leaves every call answered", () => {
    const history = [user("u"), ...turn("a", 2), user("v"), ...turn("b")];
    const other = renderForeign(history, { protocol, dialect: "cline", tools: SAMPLE_TOOLS });
    expect(refusedIn(requestMessages(other, form(protocol)), protocol, true)).toEqual([]);
    expect(renderForeign(other, { protocol, dialect: "cline", tools: SAMPLE_TOOLS })).toBe(other);
  });
});

/* ---- Any history ---- */

type Step =
  | { kind: "user" | "say" | "empty" | "note" | "orphan" | "stray"; text: string }
  | { kind: "calls"; count: number; text: string };

const text = fc.constantFrom("words", " spaced \n", "", "x </think> y", "<read_file>", "two\n\nlines");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("calls" as const), count: fc.integer({ min: 1, max: 3 }), text }),
  },
  fc.record({ kind: fc.constantFrom("user", "say", "empty", "note", "orphan", "stray"), text }),
);

/** The messages of each step. */
function messagesOf(one: Step, id: string): Message[] {
  switch (one.kind) {
    case "calls":
      return [
        assistant(id, one.text.trim() && `${one.text.replaceAll("</think>", "")} ${id}`, one.count, "thought"),
        results(`${id}-r`, ...Array.from({ length: one.count }, (_, at) => result(`${id}.${at + 1}`, one.text))),
      ];
    case "user":
    case "note":
      return [user(id, one.text)];
    case "say":
      return [assistant(id, `${id} said`, 0, "thought")];
    case "empty":
      return [assistant(id)];
    case "orphan":
      return [assistant(id, "", 2), user(`${id}-u`, one.text)];
    case "stray":
      return [results(id, result("nowhere.1", one.text))];
  }
}

const forms = fc.record({
  protocol: fc.constantFrom("native" as const, "text" as const),
  parallel: fc.boolean(),
  back: fc.constantFrom("drop" as const, "keep" as const, "sign" as const),
});

/** Under the rule echo a new question changes what stands before it. */
const formsWithEcho = fc.record({
  protocol: fc.constantFrom("native" as const, "text" as const),
  parallel: fc.boolean(),
  back: fc.constantFrom("drop" as const, "keep" as const, "sign" as const, "echo" as const),
});

/** What strict templates would refuse of messages, a word each. One look for all of it: thousands are looked at. */
function refusedIn(messages: readonly Message[], protocol: "native" | "text", parallel: boolean): string[] {
  const refused: string[] = [];
  const want = (holds: boolean, what: string) => {
    if (!holds) refused.push(what);
  };
  want(messages[0]?.role === "user", "a beginning that is not the user's");
  want(messages.at(-1)?.role !== "assistant", "an end that is the assistant's");
  want(new Set(messages.map(({ id }) => id)).size === messages.length, "an id twice");
  for (const [at, message] of messages.entries()) {
    const next = messages[at + 1];
    const types = message.parts.map(({ type }) => type);
    const spoken = message.parts.filter((part) => part.type === "text");
    want(message.role !== next?.role, "a role twice in a row");
    want(spoken.length <= 1, "two texts");
    want(
      spoken.every(({ text }) => text !== "" && text.trim() === text),
      "an empty text, or blanks around one",
    );
    if (message.role === "user")
      want(
        types.every((type) => type === "text" || type === "image"),
        "a part that no user has",
      );
    if (message.role === "tool") {
      want(protocol === "native", "a result natively");
      want(next?.role !== "user", "a user behind results");
      const firsts = resultsOf(message).map(({ result: { content } }) => content[0]);
      want(
        firsts.every((first) => first?.type === "text" && first.text !== ""),
        "an empty result",
      );
    }
    if (message.role !== "assistant") continue;
    const calls = callsOf(message).map(({ id }) => id);
    if (protocol === "text") want(types.length === 1 && types[0] === "text", "more than text");
    if (!parallel) want(calls.length <= 1, "calls side by side");
    const answered = next === undefined ? [] : resultsOf(next).map(({ callId }) => callId);
    if (calls.length > 0) want(calls.join() === answered.join(), "calls that are not answered in order");
    want(calls.length + spoken.length > 0, "an assistant that is silent");
  }
  return refused;
}

describe("any history", () => {
  it("becomes strict turns in which every call is answered and nobody is silent", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        formsWithEcho,
        (steps, { protocol, parallel, back }) => {
          const history = steps.flatMap((one, at) => messagesOf(one, `m${at}`));
          const before = JSON.stringify(history);
          const messages = requestMessages(
            history,
            form(protocol, { parallel: known(parallel), reasoning: { form: "field", back } }),
          );
          expect(refusedIn(messages, protocol, parallel)).toEqual([]);
          expect(JSON.stringify(history)).toBe(before);
          const sent = JSON.stringify(messages);
          const said = history.filter(({ role }) => role === "user").map(textOf);
          expect(said.filter((words) => !sent.includes(JSON.stringify(words).slice(1, -1)))).toEqual([]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("that grows keeps each request as the beginning of the next, to the very same objects", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), forms, (steps, { protocol, parallel, back }) => {
        const how = form(protocol, { parallel: known(parallel), reasoning: { form: "field", back } });
        let history: Message[] = [user("task", "the task")];
        let previous = requestMessages(history, how);
        for (const [at, one] of steps.entries()) {
          // As the loop does: an answer follows each request, and its results, notes and the next question follow that.
          history = [...history, ...answered(one, `m${at}`)];
          // Another array of tools with the same names, as every turn's configuration may have.
          const next = requestMessages(history, { ...how, tools: [...SAMPLE_TOOLS] });
          expect(previous.filter((message, index) => next[index] !== message)).toEqual([]);
          previous = next;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives the same request whatever was asked for before, also after going back in it", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        formsWithEcho,
        (steps, cuts, how) => {
          const rendering = form(how.protocol, {
            parallel: known(how.parallel),
            reasoning: { form: "field", back: how.back },
          });
          const history = [user("task", "the task"), ...steps.flatMap((one, at) => messagesOf(one, `m${at}`))];
          for (const cut of [...cuts, history.length - 1]) {
            const part = history.slice(0, (cut % history.length) + 1);
            const branch = cut % 2 === 0 ? part : [...part, user("other", "another way")];
            const fresh: Message[] = structuredClone(branch);
            const [again, first] = [branch, fresh].map((each) => JSON.stringify(requestMessages(each, rendering)));
            expect(again).toBe(first);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("in which the user speaks again before an answer keeps all but the end of what it grows by", () => {
    const how = form("text");
    const first = requestMessages([user("u", "one"), ...turn("a")], how);
    const next = requestMessages([user("u", "one"), ...turn("a"), user("v", "two")], how);
    expect(texts(next).join("\u0000").startsWith(texts(first).join("\u0000"))).toBe(true);
  });
});

/** An answer of the model and what stands behind it when the next request is made. */
function answered(one: Step, id: string): Message[] {
  const messages = messagesOf(one, id);
  const begins = messages[0]?.role === "assistant" ? messages : [assistant(`${id}-said`, "said"), ...messages];
  return begins.at(-1)?.role === "assistant" ? [...begins, user(`${id}-next`, "next")] : begins;
}
