import { type ModelProfile, systemClock } from "@millrace/agent";
import { type Answer, type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { BODY_CALL, EDIT_CALLS } from "../../src/doctor/probe-calls.js";
import {
  CHECK_NAMES,
  createModelClient,
  type Examination,
  type ExaminationOptions,
  examineModel,
  type WireName,
} from "../../src/index.js";
import { deadAddress } from "../support/serve.js";
import { hurriedClock } from "./hurried-clock.js";
import { obedientAnswers } from "./obedient-answers.js";

/** Whose window is large enough for all that is asked. */
const PROFILE: Partial<ModelProfile> = { local: true, reasoning: { form: "none", back: "drop" } };

async function serverOf(answers: readonly Answer[], server?: Scenario["server"]): Promise<ModelServer> {
  const scenario: Scenario = { answers, prefix: "report", ...(server && { server }) };
  const running = await startModelServer({ scenario, judge: "off" });
  onTestFinished(() => running.close());
  return running;
}

function examine(
  baseUrl: string,
  more: Partial<ExaminationOptions> & { wire?: WireName; apiKey?: string } = {},
): Promise<Examination> {
  const { wire = "openai-chat", apiKey, ...options } = more;
  const model = createModelClient({ model: "m", baseUrl, wire, ...(apiKey && { apiKey }) });
  return examineModel({ model, profile: PROFILE, signal: new AbortController().signal, ...options });
}

const verdicts = ({ findings }: Examination) => findings.map(({ check, verdict }) => [check, verdict]);

describe.each(["openai-chat", "openai-responses", "anthropic-messages", "ollama-chat"] as const)("on %s", (wire) => {
  it("a model that does all it is asked is found to do so, and asked nine times", async () => {
    const server = await serverOf(obedientAnswers());
    const examination = await examine(server.url, { wire });
    expect(examination.stopped).toBeUndefined();
    expect(examination.findings.map(({ check }) => check)).toEqual(CHECK_NAMES);
    const doubtful = verdicts(examination).filter(([check, verdict]) => verdict !== "good" && check !== "speed");
    expect(doubtful).toEqual([]);
    expect(server.requests).toHaveLength(9);
    expect(examination.recommendation).toMatchObject({
      protocol: "native",
      dialect: "auto",
      parallel: true,
      changes: [],
    });
  });

  it("what it is offered and taught is what a session would offer and teach", async () => {
    const server = await serverOf(obedientAnswers());
    await examine(server.url, { wire });
    const bodies = server.requests.map(({ json }) => JSON.stringify(json));
    expect(bodies.map((body) => body.includes('"tools":['))).toEqual([
      ...[false, false, true, true, true],
      ...[false, false, true, false],
    ]);
    expect(bodies[5]).toContain("<write_to_file>");
    expect(bodies[8]?.length).toBeGreaterThan(4_096 * 4);
  });
});

describe("a server that cannot be asked ends the examination with what it said", () => {
  it("the model is not there", async () => {
    const server = await serverOf([], { kind: "ollama", models: [{ name: "other" }] });
    const examination = await examine(server.url, { wire: "ollama-chat" });
    expect(examination.stopped).toMatchObject({ check: "reachable", kind: "invalid_request" });
    expect(examination.stopped?.message).toContain("not found");
    expect(examination.profile).toEqual({});
    expect(verdicts(examination)).toEqual([["reachable", "unknown"]]);
  });

  it("the key is wrong, and is not shown", async () => {
    const server = await serverOf([], { apiKey: "right" });
    const examination = await examine(`${server.url}/v1`, { apiKey: "sk-wrong-0123456789" });
    expect(examination.stopped?.kind).toBe("auth");
    expect(JSON.stringify(examination)).not.toContain("sk-wrong");
  });

  it("nothing listens: that is said at once", async () => {
    const examination = await examine(`${await deadAddress()}/v1`);
    expect(examination.stopped).toMatchObject({ check: "reachable", kind: "network" });
    expect(examination.stopped?.remedy).not.toBe("");
  });

  it("it never answers: the wait is bounded, retries among it", async () => {
    const server = await serverOf([{ text: "late", fault: { end: "stall", at: "before-headers" }, repeat: "always" }]);
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(2_000) });
    expect(examination.stopped).toMatchObject({ check: "reachable", kind: "timeout" });
  });

  it("it dies in the middle: what was found counts", async () => {
    const answers = [...obedientAnswers().slice(0, 4), { fault: { end: "refuse" as const, forMs: 600_000 } }];
    const server = await serverOf(answers);
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(1_000) });
    expect(examination.stopped).toMatchObject({ check: "native-edit", kind: "network" });
    expect(
      verdicts(examination)
        .slice(0, 4)
        .map(([, verdict]) => verdict),
    ).toEqual(["good", "good", "good", "good"]);
    // What was not asked to its end is not recommended.
    expect(examination.profile.protocol).toBeUndefined();
    expect(examination.profile.reasoning?.form).toBe("none");
  });
});

describe("an answer that takes too long", () => {
  const never = { text: "late", fault: { end: "stall" as const, at: "before-headers" as const } };

  it("once: that check tells nothing, and the others are made", async () => {
    const [word = {}, , ...calls] = obedientAnswers();
    // Its first try and each retry.
    const server = await serverOf([
      word,
      { ...never, match: { lastContains: "17 times 23" }, repeat: "always" },
      ...calls,
    ]);
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(2_000) });
    expect(verdicts(examination).slice(0, 2)).toEqual([
      ["reachable", "good"],
      ["reasoning", "unknown"],
    ]);
    expect(examination.findings.at(-1)?.check).toBe("window");
    expect(examination.stopped).toBeUndefined();
  });

  it("twice: the server is given up", async () => {
    const [word = {}] = obedientAnswers();
    const server = await serverOf([
      word,
      { ...never, match: { lastContains: "1" }, repeat: "always" },
      { ...never, repeat: "always" },
    ]);
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(2_000) });
    expect(examination.stopped).toMatchObject({ check: "native-call", kind: "timeout" });
  });
});

describe("a server that has its moods is not judged by them", () => {
  it("busy at first: it is asked again", async () => {
    const busy = { status: 503, body: { error: { message: "The server is overloaded" } } };
    const server = await serverOf([busy, ...obedientAnswers().slice(0, 2), busy, ...obedientAnswers().slice(2)]);
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(1_000) });
    expect(examination.recommendation.protocol).toBe("native");
    expect(examination.findings.map(({ requests }) => requests).slice(0, 3)).toEqual([2, 1, 2]);
  });

  it("an answer that breaks in its middle is asked for once more", async () => {
    const [word = {}, ...others] = obedientAnswers();
    const broken = { ...word, fault: { end: "close" as const, at: { character: 3 } } };
    const server = await serverOf([broken, word, ...others]);
    const examination = await examine(`${server.url}/v1`);
    expect(examination.stopped).toBeUndefined();
    expect(verdicts(examination)[0]).toEqual(["reachable", "good"]);
  });
});

describe("what a server does not do", () => {
  it("it counts no tokens: sizes stay estimates, and nothing is made up", async () => {
    const server = await serverOf(obedientAnswers().map((answer) => ({ ...answer, usage: null })));
    const examination = await examine(`${server.url}/v1`);
    expect(verdicts(examination)).toContainEqual(["tokens", "limited"]);
    expect(verdicts(examination)).toContainEqual(["window", "good"]);
    expect(examination.profile.bytesPerToken).toBeUndefined();
    expect(examination.recommendation.protocol).toBe("native");
  });

  it("it counts none, and the first line is lost: that it cuts is not claimed", async () => {
    const answers = [...obedientAnswers().slice(0, -1), { text: "I see no code word." }];
    const server = await serverOf(answers.map((answer) => ({ ...answer, usage: null })));
    const { findings, profile } = await examine(`${server.url}/v1`);
    expect(findings.at(-1)).toMatchObject({ check: "window", verdict: "unknown" });
    expect(profile.cutsSilently).toBeUndefined();
  });

  it("it answers as another model: both names are said, and its figures are the other one's", async () => {
    const server = await serverOf(obedientAnswers().map((answer) => ({ ...answer, model: "acme-9b" })));
    const { findings, recommendation } = await examine(`${server.url}/v1`);
    expect(findings[0]).toMatchObject({ verdict: "bad", said: expect.stringMatching(/acme-9b.*\bm\b/) });
    expect(recommendation.changes[0]?.id).toBe("another-model");
  });

  it("it is hosted and answers as another model: that may be an alias, so it is said and nothing to be mended", async () => {
    const server = await serverOf(obedientAnswers().map((answer) => ({ ...answer, model: "acme-9b" })));
    const profile = { reasoning: PROFILE.reasoning ?? { form: "none", back: "drop" } } as const;
    const { findings, recommendation } = await examine(`${server.url}/v1`, { profile });
    expect(findings[0]?.verdict).toBe("limited");
    expect(recommendation.changes).toEqual([]);
  });

  it("it does not stream: a long answer is there all at once, when it was written", async () => {
    // So many words that no hiccup of this machine looks like the writing of them.
    const words = { text: `391 ${"word ".repeat(4_000)}` };
    const server = await serverOf(
      obedientAnswers().map((answer, at) => ({ ...answer, ...(at === 1 && words), firstByteAfterMs: 60 })),
    );
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(20) });
    expect(verdicts(examination)).toContainEqual(["streams", "bad"]);
    expect(examination.recommendation.changes.map(({ id }) => id)).toContain("buffered");
  });

  it("it streams, but hands a native call over when it is whole, as most do: that is no fault", async () => {
    const server = await serverOf(
      obedientAnswers().map((answer, at) => {
        const slow = { ...answer, firstByteAfterMs: 60 };
        if (answer.calls) return slow;
        return { ...slow, chunk: at === 5 ? 40 : 4, paceMs: 3 };
      }),
    );
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(50) });
    expect(verdicts(examination)).toContainEqual(["streams", "good"]);
  });

  it("it streams: pieces come over time", async () => {
    const server = await serverOf(
      obedientAnswers().map((answer) => ({ ...answer, firstByteAfterMs: 30, chunk: 40, paceMs: 3 })),
    );
    const examination = await examine(`${server.url}/v1`, { clock: hurriedClock(50) });
    expect(examination.findings.find(({ check }) => check === "streams")).toMatchObject({
      verdict: "good",
      said: "Answers come piece by piece.",
    });
  });
});

describe("what it learns on the way", () => {
  it("a server that refuses a system message gets that text in the user's from then on", async () => {
    const refusal = { status: 400, body: { error: { message: "System role not supported" } } };
    const server = await serverOf([refusal, ...obedientAnswers()]);
    const { findings, profile } = await examine(`${server.url}/v1`);
    expect(findings[0]).toMatchObject({ verdict: "good", requests: 2, facts: { systemText: "first-user" } });
    expect(profile.systemText?.value).toBe("first-user");
    const roles = server.requests.slice(1).map(({ messages }) => messages.map(({ role }) => role));
    expect(roles.flat().filter((role) => role !== "user")).toEqual([]);
  });

  it("thorough: longer and longer messages, up to the window that is claimed", async () => {
    const server = await serverOf([...obedientAnswers(), { text: "heron" }, { text: "heron" }, { text: "heron" }]);
    const window = { value: 40_000, from: "server", at: "2026-01-01T00:00:00.000Z" } as const;
    const { findings } = await examine(`${server.url}/v1`, { thorough: true, profile: { ...PROFILE, window } });
    const sizes = server.requests.slice(8).map(({ json }) => JSON.stringify(json).length);
    expect(sizes.map((size, at) => (at === 0 ? 2 : size / (sizes[at - 1] ?? 1)))).toEqual([
      ...[2, expect.closeTo(2, 0), expect.closeTo(2.6, 0)],
    ]);
    expect(findings.at(-1)).toMatchObject({ check: "window", verdict: "good" });
  });

  it("thorough: a message that is read for longer than a short request may take is waited for", async () => {
    const [word = {}, ...others] = obedientAnswers();
    const server = await serverOf([word, ...others.slice(0, -1), { text: "heron", firstByteAfterMs: 400 }]);
    const promptTokensPerSecond = { value: 12, from: "measured", at: "2026-01-01T00:00:00.000Z" } as const;
    const { findings } = await examine(`${server.url}/v1`, {
      thorough: true,
      profile: { ...PROFILE, promptTokensPerSecond },
      clock: hurriedClock(1_000),
    });
    expect(findings.at(-1)).toMatchObject({ check: "window", verdict: "good" });
  });

  it("a window that was measured smaller before is mended where its server says more and reads it", async () => {
    const server = await serverOf(obedientAnswers());
    const window = { value: 16_384, from: "server", at: "2026-01-01T00:00:00.000Z" } as const;
    const { profile } = await examine(`${server.url}/v1`, { profile: { ...PROFILE, window } });
    expect(profile.window).toMatchObject({ value: 16_384, from: "measured" });
  });

  it("native calls that the catalogue knows to lose results give way to a dialect that is right", async () => {
    const server = await serverOf(
      obedientAnswers().map((answer, at) =>
        at === 7 ? { ...obedientAnswers()[5], match: { lastContains: "in one message" }, repeat: "always" } : answer,
      ),
    );
    const why = "its chat template leaves out tools, calls or results without a word";
    const protocol = { value: "text", from: "catalogue", at: "2026-01-01T00:00:00.000Z", why } as const;
    const { recommendation } = await examine(`${server.url}/v1`, { profile: { ...PROFILE, protocol } });
    expect(recommendation.protocol).toBe("text");
    expect(recommendation.said).toContain(why);
  });
});

it("a server that hands over as native what it was taught in text is read all the same", async () => {
  const answers = obedientAnswers().map((answer, at) =>
    at === 5 || at === 6
      ? { calls: [at === 5 ? BODY_CALL : EDIT_CALLS.text].map(({ name, values }) => ({ name, arguments: values })) }
      : answer,
  );
  const { findings } = await examine(`${(await serverOf(answers)).url}/v1`);
  expect(findings.find(({ check }) => check === "text")).toMatchObject({ verdict: "good", dialect: "auto" });
});

describe("what one answer cannot decide", () => {
  const withAnswer = (index: number, ...instead: readonly Answer[]) =>
    obedientAnswers().flatMap((answer, at) => (at === index ? instead : [answer]));
  const [, , call = {}, , , , , both = {}] = obedientAnswers();
  const one = { calls: both.calls?.slice(0, 1) ?? [] };

  it("blank lines that are lost at a file's end are no reason against native calls", async () => {
    const content = `${BODY_CALL.values.content.trimEnd()}\n`;
    const shorter = { calls: [{ name: BODY_CALL.name, arguments: { ...BODY_CALL.values, content } }] };
    const examination = await examine(`${(await serverOf(withAnswer(3, shorter))).url}/v1`);
    expect(verdicts(examination)).toContainEqual(["native-body", "limited"]);
    expect(examination.recommendation.protocol).toBe("native");
  });

  it("of two ways that are as good, native calls are the one", async () => {
    const no = { text: "No." };
    const [nativeFile, taughtFile] = [obedientAnswers().slice(0, 4), obedientAnswers().slice(5, 6)];
    const server = await serverOf([...nativeFile, no, ...taughtFile, { ...no, repeat: "always" }]);
    const examination = await examine(`${server.url}/v1`);
    expect(examination.findings.find(({ dialect }) => dialect === "auto")).toMatchObject({ verdict: "limited" });
    expect(examination.recommendation.protocol).toBe("native");
  });

  it("a native call that did not come is asked for once more", async () => {
    const server = await serverOf(withAnswer(2, { text: "I shall read it." }, call));
    const { recommendation } = await examine(`${server.url}/v1`);
    expect(recommendation.protocol).toBe("native");
  });

  it("one of two calls: both are asked for once more, and one call a message is kept only if one comes again", async () => {
    const twice = await examine(`${(await serverOf(withAnswer(7, one, both))).url}/v1`);
    expect(twice.profile.parallel?.value).toBe(true);
    const never = await examine(`${(await serverOf(withAnswer(7, one, one))).url}/v1`);
    expect(never.profile.parallel?.value).toBe(false);
  });

  it("an answer that is cut while it reasons is asked for again with more room, and so are all behind it", async () => {
    const cut = { reasoning: "Which byte comes first? ", finish: "length" };
    const server = await serverOf(withAnswer(3, cut, obedientAnswers()[3] ?? {}));
    const examination = await examine(`${server.url}/v1`);
    expect(verdicts(examination)).toContainEqual(["native-body", "good"]);
    const limits = server.requests.map(({ json }) => Number(json.max_tokens));
    const [usual = 0] = limits;
    expect(limits.slice(0, 5).map((limit) => limit > usual)).toEqual([false, false, false, false, true]);
    expect(limits.slice(5, -1).every((limit) => limit > usual)).toBe(true);
  });

  it("an answer that is cut tells nothing of how reasoning comes", async () => {
    const server = await serverOf(withAnswer(1, { text: "17 times 20 is", finish: "length" }));
    const examination = await examine(`${server.url}/v1`);
    expect(verdicts(examination)).toContainEqual(["reasoning", "unknown"]);
    expect(examination.profile.reasoning).toBeUndefined();
  });

  it.each<[string, Answer, string, number | undefined]>([
    [
      "the word in its thoughts: it was read",
      { reasoning: "It is heron.", text: "I will not say." },
      "good",
      undefined,
    ],
    [
      "no word, and a count of nothing",
      { text: "?", usage: { inputTokens: 0, outputTokens: 1 } },
      "unknown",
      undefined,
    ],
    [
      "the word, and half of the count",
      { text: "heron", usage: { inputTokens: 3_000, outputTokens: 1 } },
      "unknown",
      undefined,
    ],
    [
      "no word, and two thirds of the count",
      { text: "?", usage: { inputTokens: 4_096, outputTokens: 1 } },
      "bad",
      4_096,
    ],
    ["no word, and an answer that was cut", { reasoning: "Let me see", finish: "length" }, "unknown", undefined],
  ])("of a long message %s", async (_, answer, verdict, window) => {
    const server = await serverOf([...withAnswer(8, answer), answer]);
    const { findings, profile } = await examine(`${server.url}/v1`);
    expect(findings.at(-1)).toMatchObject({ check: "window", verdict });
    expect(profile.window?.value).toBe(window);
  });
});

describe("what a server takes", () => {
  it("no limit to the answer: it is asked without one from then on", async () => {
    const message = "Unsupported parameter: 'max_tokens' is not supported with this model.";
    const server = await serverOf([{ status: 400, body: { error: { message } } }, ...obedientAnswers()]);
    const examination = await examine(`${server.url}/v1`);
    expect(examination.stopped).toBeUndefined();
    expect(server.requests.map(({ json }) => "max_tokens" in json)).toEqual([true, ...Array<boolean>(9).fill(false)]);
  });

  it("a limit up to its model's longest answer, and no more is asked for", async () => {
    const server = await serverOf(obedientAnswers());
    const maxOutput = { value: 1_000, from: "server", at: "2026-01-01T00:00:00.000Z" } as const;
    await examine(`${server.url}/v1`, { profile: { ...PROFILE, maxOutput } });
    expect(Math.max(...server.requests.map(({ json }) => Number(json.max_tokens)))).toBe(1_000);
  });

  it("nothing out of the cache of another examination: no two begin alike", async () => {
    const beginnings = [];
    for (const at of [0, 1_000]) {
      const server = await serverOf(obedientAnswers());
      const clock = { ...systemClock, now: () => Date.parse("2026-01-01T00:00:00.000Z") + at };
      await examine(`${server.url}/v1`, { clock });
      beginnings.push(server.requests.map(({ messages }) => String(messages[0]?.content).slice(0, 40)));
    }
    expect(new Set(beginnings[0]).size).toBe(1);
    expect(beginnings[0]?.[0]).not.toBe(beginnings[1]?.[0]);
  });
});

describe("stopped in the middle", () => {
  it("what was found so far is the result, and only whole values are worth keeping", async () => {
    const server = await serverOf(obedientAnswers());
    const stop = new AbortController();
    const examination = await examine(`${server.url}/v1`, {
      signal: stop.signal,
      onStep: (step) => {
        if (step.type === "started" && step.check === "native-edit") stop.abort(new Error("Ctrl-C"));
      },
    });
    expect(examination.stopped).toMatchObject({ check: "native-edit", kind: "interrupted" });
    expect(examination.findings.map(({ check }) => check)).toEqual(CHECK_NAMES.slice(0, 4));
    expect(Object.keys(examination.profile)).toEqual(["reasoning"]);
  });

  it("before it began", async () => {
    const examination = await examine("http://127.0.0.1:9/v1", { signal: AbortSignal.abort(new Error("Ctrl-C")) });
    expect(examination.findings).toEqual([]);
    expect(examination.stopped?.kind).toBe("interrupted");
  });
});
