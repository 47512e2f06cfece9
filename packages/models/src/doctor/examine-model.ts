import { asSentence, type ErrorKind, isModelError, mergeProfiles } from "@millrace/agent";
import { MAX_TIMEOUTS } from "../limits.js";
import type { Check, Found } from "./check.js";
import { CHECKS } from "./checks.js";
import type { Examination, ExaminationStep, Finding, Stop } from "./examination.js";
import { Examinee, type ExamineeOptions } from "./examinee.js";
import { recommend } from "./recommend.js";

/** What is examined, and who is told. */
export interface ExaminationOptions extends ExamineeOptions {
  /** Told each check as it begins, and each finding. Must not throw. */
  onStep?: (step: ExaminationStep) => void;
}

/**
 * Finds out what a model can do, in about a dozen short requests. Never rejects for what a server or a model did: what was
 * found until then is the result, and `stopped` says why there is no more. Nothing is stored.
 *
 * @param options `profile`: what is known already, e.g. what `probe` of the model found; it decides how the model is asked
 * @example
 * const model = createModelClient({ model: "ollama/qwen3:8b" });
 * const profile = { ...model.profile, ...(await model.probe()) };
 * const { findings, recommendation } = await examineModel({ model, profile, signal });
 */
export async function examineModel(options: ExaminationOptions): Promise<Examination> {
  const { onStep = () => {}, signal } = options;
  const examinee = new Examinee(options);
  const { clock, model } = examinee;
  const at = new Date(clock.now()).toISOString();
  const findings: Finding[] = [];
  let stopped: Stop | undefined;
  let timeouts = 0;

  for (const check of CHECKS) {
    if (stopped !== undefined) break;
    onStep({ type: "started", check: check.name });
    const since = { requests: examinee.requests, ms: clock.monotonic() };
    const take = (found: Found): void => {
      const finding = countedFinding(check, found, examinee, since);
      if (found.learnt) examinee.learn(found.learnt);
      findings.push(finding);
      onStep({ type: "found", finding });
    };
    try {
      for await (const found of check.run(examinee)) take(found);
    } catch (error) {
      stopped = stopOf(check, error, signal);
      if (stopped.kind === "interrupted") break;
      take({ verdict: "unknown", said: stopped.message, facts: { kind: stopped.kind } });
      // One answer that takes too long is that check's; a server that takes too long is everybody's.
      if (stopped.kind === "timeout" && check.name !== "reachable" && ++timeouts < MAX_TIMEOUTS) stopped = undefined;
    }
  }

  const { recommendation, learnt } = recommend(examinee, findings);
  return {
    v: 1,
    model: model.client.id,
    address: model.address,
    wire: model.wire,
    at,
    findings,
    profile: mergeProfiles(learnt, examinee.learnt),
    recommendation,
    ...(stopped && { stopped }),
  };
}

function countedFinding(
  { name }: Check,
  { verdict, said, dialect, facts = {} }: Found,
  { requests, clock }: Examinee,
  since: { requests: number; ms: number },
): Finding {
  const finding = {
    check: name,
    ...(dialect !== undefined && { dialect }),
    verdict,
    said,
    facts,
    requests: requests - since.requests,
    ms: Math.round(clock.monotonic() - since.ms),
  };
  since.requests = requests;
  since.ms = clock.monotonic();
  return finding;
}

/** Of kinds that no other request would fare better with, the reason; thrown on where it is a fault of ours. */
function stopOf({ name }: Check, error: unknown, signal: AbortSignal): Stop {
  if (signal.aborted) return { check: name, kind: "interrupted", message: "The examination was stopped.", remedy: "" };
  if (!isModelError(error)) throw error;
  const { kind, message, remedy }: { kind: ErrorKind; message: string; remedy: string } = error;
  return { check: name, kind, message: asSentence(message), remedy };
}
