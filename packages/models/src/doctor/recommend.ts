import type { ModelProfile } from "@millrace/agent";
import { changesFor } from "./changes.js";
import { chooseProtocol } from "./choose-protocol.js";
import type { Finding, Recommendation } from "./examination.js";
import type { Examinee } from "./examinee.js";

/** How the model is best talked to by what was found, and what of that is worth remembering. */
export function recommend(
  examinee: Examinee,
  findings: readonly Finding[],
): { recommendation: Recommendation; learnt: Partial<ModelProfile> } {
  const { parallel, window } = examinee.profile;
  const chosen = hasEnded(findings) ? chooseProtocol(examinee) : undefined;
  const facts = {
    ...(chosen && { protocol: chosen.protocol }),
    ...(chosen?.dialect !== undefined && { dialect: chosen.dialect }),
    ...(parallel && { parallel: parallel.value }),
    ...(window && { window: window.value }),
  };
  const said = [
    ...protocolSentence(chosen, findings),
    ...(parallel?.value === false ? ["One call a message."] : []),
    ...(window
      ? [
          `The window that is believed: ${window.value.toLocaleString("en-US")} tokens (${window.why ?? SOURCES[window.from]}).`,
        ]
      : []),
  ].join(" ");
  const learnt: Partial<ModelProfile> = chosen
    ? {
        protocol: examinee.measured(chosen.protocol, chosen.why),
        ...(chosen.dialect !== undefined && { dialect: examinee.measured(chosen.dialect, "taught, it came out best") }),
        otherDialects: examinee.measured(chosen.otherDialects, "taught, these came out next best"),
      }
    : {};
  return { recommendation: { ...facts, said, changes: changesFor(examinee, findings) }, learnt };
}

/** What decides the protocol was asked to its end: the check behind it has begun or has found something. */
function hasEnded(findings: readonly Finding[]): boolean {
  return findings.some(({ check }) => check === "parallel");
}

function protocolSentence(chosen: ReturnType<typeof chooseProtocol>, findings: readonly Finding[]): readonly string[] {
  if (chosen === undefined) {
    return hasEnded(findings) ? ["No way of calling tools works with this model."] : [];
  }
  const { protocol, dialect, why } = chosen;
  if (protocol === "native") return [`Use native calls: ${why}.`];
  return [`Use calls in text, dialect ${dialect}: ${why}.`];
}

const SOURCES = {
  user: "as you said",
  measured: "as it was measured",
  server: "as its server says",
  catalogue: "as its family has",
} as const;
