import { CHANGES, type Situation } from "./change-table.js";
import type { Change, Finding } from "./examination.js";
import type { Examinee } from "./examinee.js";

/** What would help by what was found: the rows of the table that fit, at most one of each kind, the smallest change first. */
export function changesFor(examinee: Examinee, findings: readonly Finding[]): readonly Change[] {
  const { profile, model, native, answeredAs } = examinee;
  const situation: Situation = {
    provider: model.client.id.split("/", 1)[0] ?? "",
    model: profile.model,
    wire: model.wire,
    native,
    ownDialect: examinee.leakedDialect ?? examinee.trainedDialect,
    profile,
    ...(answeredAs !== undefined && { answeredAs }),
    finding: (check) => findings.find((finding) => finding.check === check),
    worksAtAll: findings.some(
      ({ check, verdict }) => ["native-edit", "text"].includes(check) && verdict !== "bad" && verdict !== "skipped",
    ),
  };
  const kinds = new Set<string>();
  return CHANGES.flatMap((row) => {
    if (kinds.has(row.about) || !row.fits(situation)) return [];
    kinds.add(row.about);
    return [{ id: row.id, said: row.says(situation) }];
  });
}
