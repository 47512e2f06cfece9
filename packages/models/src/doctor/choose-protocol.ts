import { type DialectFinding, isPerfect, scoreOf } from "./dialect-finding.js";
import type { Examinee } from "./examinee.js";

/** How a model is best called. */
export interface ChosenProtocol {
  protocol: "native" | "text";
  /** The best one to teach, also where native calls are better; absent: none gave a call. */
  dialect?: string;
  /** Those that are right as well, or nearly, best first. */
  otherDialects: readonly string[];
  /** Why, a sentence without its full stop. */
  why: string;
}

/**
 * Chooses by what was found. Native goes first where call, file and edit are right, or no more wrong than in text, unless
 * the catalogue knows that the model's template fails on what one message does not show: results, the second call, the
 * prompt cache. Undefined where nothing worked, or where not enough was asked yet to tell.
 */
export function chooseProtocol(examinee: Examinee): ChosenProtocol | undefined {
  const { native, nativeWork, dialects, profile } = examinee;
  if (native === undefined) return undefined;
  const ranked = [...dialects].sort((a, b) => rankOf(b) - rankOf(a)).filter(({ called }) => called);
  const [best, ...rest] = ranked;
  const taught = {
    ...(best && { dialect: best.dialect }),
    otherDialects: rest.filter(({ body, edit }) => body || edit).map(({ dialect }) => dialect),
  };
  const { protocol } = profile;
  const works = { called: native === "works", body: nativeWork.body === true, edit: nativeWork.edit === true };
  const isUnfit = protocol?.value === "text" && protocol.from === "catalogue";
  if (isPerfect(works) && isUnfit && best && isPerfect(best)) {
    return {
      protocol: "text",
      ...taught,
      why: `native calls come, but ${protocol.why ?? "its family is known to lose them"}`,
    };
  }
  if (isPerfect(works)) return { protocol: "native", ...taught, why: "a call, a file and an edit came right" };
  if (best === undefined) {
    return works.called ? { protocol: "native", otherDialects: [], why: "only native calls came at all" } : undefined;
  }
  if (works.called && scoreOf(works) >= scoreOf(best)) {
    return { protocol: "native", ...taught, why: "native calls came no more wrong than those in text" };
  }
  const worked = isPerfect(best) ? "a file and an edit came right" : "calls came, not all of them right";
  return { protocol: "text", ...taught, why: `${NATIVE_FAULTS[native]}; in text ${worked}` };
}

/** Of two that are alike the one goes first that was written as it was taught, then the one that was tried first. */
function rankOf(finding: DialectFinding): number {
  return scoreOf(finding) + (finding.wrote === undefined ? 0.5 : 0);
}

const NATIVE_FAULTS: Readonly<Record<NonNullable<Examinee["native"]>, string>> = {
  works: "native calls lose what is in them",
  wrong: "native calls came wrong",
  "leaks-as-text": "native calls come as text",
  ignored: "no native call came",
  dropped: "its template shows the model no tools",
  refused: "its server refuses tools",
};
