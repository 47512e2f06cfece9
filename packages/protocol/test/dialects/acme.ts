import { defineDialect } from "../../src/dialects/define-dialect.js";
import { MAX_CALL_NAME } from "../../src/limits.js";
import type { FrameSteps } from "../../src/readers/frame.js";
import type { FrameRun } from "../../src/readers/frame-run.js";
import type { CallHeader } from "../../src/readers/named-call.js";
import { namedJsonFrame } from "../../src/readers/named-json-frame.js";
import { writeDelimitedCall } from "../../src/render/write-delimited-call.js";
import { isNameCharacter } from "../../src/scan/characters.js";
import { jsonLesson } from "../../src/teach/json-lesson.js";

/**
 * `@call F {…} @end`: the chat template of Acme 7B. The end is often missing. It thinks between `@muse` and `@speak`.
 */
export const acme = defineDialect({
  name: "acme",
  families: ["acme-7b"],
  frames: [
    namedJsonFrame({
      openers: [{ literal: "@call " }],
      readHeader,
      closes: ["@end"],
      opens: ["@call "],
    }),
  ],
  literals: [
    { text: "@muse", does: "opens", at: "line-start" },
    { text: "@speak", does: "closes" },
  ],
  scalars: "data",
  writeCall: writeDelimitedCall({ before: (name) => `@call ${name} `, after: " @end" }),
  lesson: jsonLesson({
    call: "@call, the tool's name, a JSON object with the arguments, and @end",
    brief: "@call, name, JSON and @end",
    own: "@call and @end",
  }),
});

/** What stands between the mark and the arguments. Undefined: it is no call, and all that was read is text. */
function* readHeader(run: FrameRun): FrameSteps<CallHeader | undefined> {
  yield* run.skipBlanks();
  const name = yield* run.while(isNameCharacter, MAX_CALL_NAME);
  return name === "" ? undefined : { name };
}
