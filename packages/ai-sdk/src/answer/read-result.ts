import type { GenerateResult } from "../specification.js";
import { AnswerReader, type Reading } from "./answer-reader.js";
import { ContentList } from "./content-list.js";
import { finishReason, readReason } from "./finish-reason.js";

/** An answer that came whole, with what stands in its text read. Everything that is no text passes as it is. */
export function readResult<Result extends GenerateResult>(result: Result, reading: Reading): Result {
  const answer = new AnswerReader(reading);
  const list = new ContentList();
  for (const [index, part] of result.content.entries()) {
    if (part.type === "text") {
      const { type: _type, text, providerMetadata, ...end } = part;
      answer.startText(String(index), providerMetadata);
      list.add(answer.text(text, undefined));
      list.add(answer.endText(end));
    } else {
      list.add(answer.interrupt());
      list.addWhole(part);
      if (part.type === "reasoning") list.add(answer.reasoning(part.text));
    }
  }
  list.add(answer.end(readReason(result.finishReason)));
  return { ...result, content: list.content, finishReason: finishReason(result.finishReason, answer) };
}
