import { describe, expect, test } from "vitest";
import { messagesBytes } from "../src/context/measure.js";
import { leaveOut } from "../src/history/leave-out.js";
import type { Message } from "../src/history/message.js";
import type { ModelProfile } from "../src/model-profile.js";
import { type PreparedRequest, prepareRequest } from "../src/prepare-request.js";
import type { PromptSection } from "../src/prompt/prompt-context.js";
import { RequestPrefix } from "../src/request-prefix.js";
import type { TurnConfig } from "../src/turn-config.js";
import { assistant, result, results, turn, user } from "./conversation.js";
import { SAMPLE_TOOLS } from "./sample-tools.js";
import { turnConfig } from "./turn-config.js";

interface Given {
  config?: Partial<TurnConfig>;
  profile?: Partial<ModelProfile>;
  sections?: PromptSection[];
}

function requestOf(history: readonly Message[], { config, profile, sections = [] }: Given = {}): PreparedRequest {
  return prepareRequest({
    config: { ...turnConfig("native", profile), ...config },
    history,
    sections,
    interactive: true,
  });
}

/** What is measured of the second behind the first. */
function second(one: PreparedRequest, two: PreparedRequest) {
  const prefix = new RequestPrefix();
  prefix.measure(one);
  return prefix.measure(two);
}

const history = [user("u", "task"), ...turn("a"), ...turn("b")];
const ECHO = { reasoning: { form: "field", back: "echo" } } as const;

describe("the share of a request that began the one behind it", () => {
  test("of the first there is none", () => {
    expect(new RequestPrefix().measure(requestOf(history))).toEqual({ cachePrefixBytes: 0, previousBytes: 0 });
  });

  test("is all of it while the history grows", () => {
    const before = requestOf(history);
    const whole = { cachePrefixBytes: before.bytes, previousBytes: before.bytes };
    expect(second(before, requestOf([...history, ...turn("c")]))).toEqual(whole);
    expect(second(before, requestOf(history))).toEqual(whole);
  });

  test.each([
    ["words", [user("u", "task")]],
    ["a result", history],
  ])("is all of it where more is said behind %s that nobody answered", (_, sent) => {
    const more = requestOf([...sent, user("v", "go on")]);
    expect(more.request.messages).toHaveLength(requestOf(sent).request.messages.length);
    expect(second(requestOf(sent), more)).not.toHaveProperty("prefixBreak");
  });

  test("ends where a compaction left something out", () => {
    const before = requestOf([...history, ...turn("c")]);
    const after = requestOf(leaveOut([...history, ...turn("c")], new Set(["b", "b-r"])));
    const { request, bytes } = before;
    expect(second(before, after)).toEqual({
      cachePrefixBytes: bytes - messagesBytes(request.messages.slice(2)),
      previousBytes: bytes,
      prefixBreak: { at: 2, why: "compaction" },
    });
  });

  test.each([
    ["system", "another prompt", { sections: [{ title: "Rules", text: "Use tabs.", source: "AGENTS.md" }] }],
    ["system", "another protocol", { config: { protocol: "text" } }],
    ["tools", "another tool", { config: { tools: [...SAMPLE_TOOLS].reverse() } }],
  ] as const)("is nothing behind %s where there is %s", (at, _, given) => {
    expect(second(requestOf(history), requestOf(history, given as Given))).toMatchObject({
      cachePrefixBytes: 0,
      prefixBreak: { at, why: "configuration" },
    });
  });

  test("ends at a loop whose reasoning goes when the next question comes", () => {
    const loop = [user("u"), assistant("a", "", 1, "I think."), results("r", result("a.1"))];
    const next = [...loop, assistant("b", "Done."), user("v", "And now?")];
    expect(second(requestOf(loop, { profile: ECHO }), requestOf(next, { profile: ECHO }))).toMatchObject({
      prefixBreak: { at: 1, why: "question" },
    });
  });

  test("ends at a message that is written otherwise, and that is said to be so", () => {
    const one = requestOf(history);
    const messages = one.request.messages.map((message, at) => (at === 1 ? { ...message, parts: [] } : message));
    const two = { ...one, request: { ...one.request, messages } };
    expect(second(one, two)).toMatchObject({ prefixBreak: { at: 1, why: "rewritten" } });
  });
});
