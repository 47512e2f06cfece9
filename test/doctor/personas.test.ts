import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CheckName, Examination, Finding } from "@millrace/models";
import { MODEL_PERSONAS } from "@millrace/testkit";
import { describe, expect, it } from "vitest";
import { examinePersona } from "../../scripts/doctor-personas/examine-persona.js";

/** The published templates, where they are at hand: without them the testkit's own show, drop and refuse the same. */
const FOLDER = fileURLToPath(new URL("../../../shared/templates", import.meta.url));
const PLAYED = [
  { by: "its testkit template" },
  ...(existsSync(FOLDER) ? [{ by: "its published template", templates: FOLDER }] : []),
];

function found({ findings }: Examination, check: CheckName): Finding {
  const finding = findings.find((candidate) => candidate.check === check);
  if (finding === undefined) throw new Error(`There is no finding of ${check}.`);
  return finding;
}

const REASONING = { none: "none", field: "field", tags: "tags", "tags-opened-in-prompt": "opened-in-prompt" } as const;

describe.each(MODEL_PERSONAS.map((persona) => [persona.name, persona] as const))(
  "doctor finds %s out",
  (_, persona) => {
    const { truth, server } = persona;

    it.each(PLAYED)("behind $by, in a dozen requests", async ({ templates }) => {
      const examination = await examinePersona(persona, templates === undefined ? {} : { templates });
      expect(examination.stopped).toBeUndefined();
      expect(examination.findings.reduce((sum, { requests }) => sum + requests, 0)).toBeLessThanOrEqual(15);

      const reachable = found(examination, "reachable");
      expect(reachable.verdict).toBe(truth.answersAs === undefined ? "good" : "bad");
      if (truth.answersAs !== undefined) expect(reachable.said).toContain(truth.answersAs);
      expect(found(examination, "native-call").facts.native).toBe(truth.native);
      expect(found(examination, "reasoning").facts.form).toBe(REASONING[truth.reasoning]);
      expect(found(examination, "streams").verdict).toBe(truth.streams ? "good" : "bad");
      expect(found(examination, "parallel").verdict).toBe(truth.parallel ? "good" : "limited");

      for (const { dialect = "", verdict, facts } of examination.findings.filter(({ check }) => check === "text")) {
        const taught = dialect === "auto" ? "cline" : dialect;
        const { works, slips, own } = truth.dialects;
        const isOwn = own.some((name) => name === taught);
        if (isOwn) expect([dialect, facts.wrote]).toEqual([dialect, persona.syntax]);
        // Whatever it writes, `auto` reads it.
        const isRight = [...works, ...slips, ...(dialect === "auto" ? own : [])].some((name) => name === taught);
        expect([dialect, verdict === "good"]).toEqual([dialect, isRight]);
      }

      const { recommendation, profile } = examination;
      expect(recommendation.protocol).toBe(truth.native === "works" ? "native" : "text");
      expect(profile.protocol?.from).toBe("measured");
      const onRequest = truth.windowOnRequest;
      expect(recommendation.window).toBe(onRequest ?? truth.window);
      expect(profile.bytesPerToken?.value).toBeCloseTo(persona.bytesPerToken, 0);
      if (server.kind === "llama.cpp" || server.kind === "ollama") {
        expect(profile.promptTokensPerSecond?.value).toBe(truth.promptTokensPerSecond);
        expect(profile.outputTokensPerSecond?.value).toBe(truth.outputTokensPerSecond);
      }
    });

    it.runIf(truth.cutsSilently)("as one that cuts silently, where a request cannot ask for more", async () => {
      const examination = await examinePersona(persona, { wire: "openai-chat" });
      const window = found(examination, "window");
      expect(window.verdict).toBe("bad");
      expect(window.facts).toMatchObject({ read: truth.window, cutsSilently: true });
      expect(examination.profile).toMatchObject({
        window: { value: truth.window, from: "measured" },
        cutsSilently: { value: true },
      });
      expect(examination.recommendation.changes[0]?.id).toBe("ollama-own-wire");
    });
  },
);
