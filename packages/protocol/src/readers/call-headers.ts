import { MAX_CALL_ID, MAX_CALL_NAME } from "../limits.js";
import { isNameCharacter } from "../scan/characters.js";
import type { FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import { OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";
import type { CallHeader } from "./named-call.js";

/** `<function=F>`: the name stands in the tag. */
export function* readTagName(run: FrameRun): FrameSteps<CallHeader | undefined> {
  yield* run.skipBlanks();
  const name = run.tag?.assigned ?? "";
  return name === "" ? undefined : { name };
}

/** `F[ARGS]`, `F[CALL_ID]123456789[ARGS]`, or `F` alone where a server hides the marks. */
export function* readMistralHeader(run: FrameRun): FrameSteps<CallHeader | undefined> {
  yield* run.skipBlanks();
  const name = yield* run.while(isNameCharacter, MAX_CALL_NAME);
  if (name === "") return undefined;
  let providerCallId = "";
  for (let code = yield* run.skipBlanks(); code !== OPEN_BRACE; code = yield* run.skipBlanks()) {
    if (code !== OPEN_BRACKET) return undefined;
    run.skip();
    const mark = yield* run.while((letter) => letter !== 93, MAX_CALL_ID);
    if (!(yield* run.literal("]"))) return undefined;
    if (mark === "CALL_ID") providerCallId = yield* run.while((letter) => letter !== OPEN_BRACKET, MAX_CALL_ID);
    else if (mark !== "ARGS") return undefined;
  }
  return { name, ...(providerCallId !== "" && { providerCallId: providerCallId.trim() }) };
}
