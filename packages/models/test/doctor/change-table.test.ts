import type { ModelProfile } from "@millrace/agent";
import { describe, expect, it } from "vitest";
import { CHANGES, type Situation } from "../../src/doctor/change-table.js";
import type { CheckName, Finding, Verdict } from "../../src/index.js";

const at = "2026-01-01T00:00:00.000Z";
const measured = <const T>(value: T) => ({ value, from: "measured" as const, at });
const LEFT_IN_TEXT = { form: "tags", back: "drop", from: "measured", at } as const;

function situation(
  more: Omit<Partial<Situation>, "profile" | "finding"> & {
    profile?: Partial<ModelProfile>;
    found?: Partial<Record<CheckName, { verdict: Verdict; facts?: Finding["facts"] }>>;
  },
): Situation {
  const { profile, found = {}, ...rest } = more;
  return {
    provider: "custom",
    model: "acme-9b",
    wire: "openai-chat",
    native: "works",
    ownDialect: undefined,
    worksAtAll: true,
    ...rest,
    profile: { server: "s", model: "acme-9b", reasoning: { form: "none", back: "drop" }, ...profile },
    finding: (check) => {
      const given = found[check];
      return given && { check, said: "", facts: {}, requests: 1, ms: 1, ...given };
    },
  };
}

const refusing = (message: string) => ({ "native-call": { verdict: "bad" as const, facts: { message } } });

/** For each row where it helps. */
const SAMPLES: readonly (readonly [id: string, sample: Situation])[] = [
  ["another-model", situation({ answeredAs: "other", found: { reachable: { verdict: "bad" } } })],
  ["ollama-own-wire", situation({ provider: "ollama", profile: { cutsSilently: measured(true) } })],
  ["lmstudio-context", situation({ provider: "lmstudio", profile: { window: measured(4_096) } })],
  ["ollama-context", situation({ provider: "ollama", wire: "ollama-chat", profile: { cutsSilently: measured(true) } })],
  ["cut-somewhere", situation({ profile: { cutsSilently: measured(true) } })],
  ["llamacpp-jinja", situation({ native: "refused", found: refusing("tools param requires --jinja flag") })],
  ["vllm-tool-parser", situation({ provider: "vllm", native: "leaks-as-text", ownDialect: "hermes" })],
  ["llamacpp-template", situation({ provider: "llamacpp", native: "leaks-as-text" })],
  ["ollama-template", situation({ provider: "ollama", native: "dropped" })],
  ["no-window-to-speak-of", situation({ provider: "llamacpp", profile: { window: measured(2_048) } })],
  ["vllm-reasoning-parser", situation({ provider: "vllm", profile: { reasoning: LEFT_IN_TEXT } })],
  ["llamacpp-reasoning-format", situation({ provider: "llamacpp", profile: { reasoning: LEFT_IN_TEXT } })],
  ["buffered", situation({ found: { streams: { verdict: "bad" } } })],
  ["slow-prompt", situation({ provider: "ollama", profile: { local: true, promptTokensPerSecond: measured(20) } })],
  ["nothing-works", situation({ native: "ignored", worksAtAll: false, found: { parallel: { verdict: "skipped" } } })],
];

describe("what would help", () => {
  it("has a sample a row, in the order of the table, and each row says who says so", () => {
    expect(SAMPLES.map(([id]) => id)).toEqual(CHANGES.map(({ id }) => id));
    for (const { source } of CHANGES) expect(source).not.toBe("");
  });

  it.each(SAMPLES)("%s is told where it helps", (id, sample) => {
    const told = CHANGES.filter((row) => row.fits(sample));
    expect(told[0]?.id).toBe(id);
    expect(told[0]?.says(sample)).toMatch(/^[A-Z].*[.)]$/s);
  });

  it("nothing is told of a model that does all", () => {
    expect(CHANGES.filter((row) => row.fits(situation({})))).toEqual([]);
  });

  it("nothing is told of a hosted model that is slow", () => {
    expect(CHANGES.filter((row) => row.fits(situation({ profile: { promptTokensPerSecond: measured(20) } })))).toEqual(
      [],
    );
  });

  it("a parser is named by what the model writes", () => {
    const [, sample] = SAMPLES.find(([id]) => id === "vllm-tool-parser") ?? [];
    const row = CHANGES.find(({ id }) => id === "vllm-tool-parser");
    expect(sample && row?.says(sample)).toContain("--tool-call-parser hermes");
  });

  it("no setting is told that would mend what the family's own template loses", () => {
    const model = "deepseek-ai/DeepSeek-R1-Distill-Llama-8B";
    const refused = situation({ model, native: "refused", found: refusing("--enable-auto-tool-choice") });
    expect(CHANGES.filter((row) => row.fits(refused))).toEqual([]);
  });
});
