import { MAX_EMPTY_TRIES } from "../limits.js";
import type { AnswerEvent } from "./answer-event.js";
import type { Answering, Told } from "./answering.js";
import { askUpstream } from "./ask-upstream.js";

/** Asks again where the answer is whole and says nothing at all: nobody was told a thing yet. The last try is told as it is. */
export async function* askUntilSaid(answering: Answering): Told {
  for (let tries = 1; ; tries++) {
    let isEmpty = tries < MAX_EMPTY_TRIES;
    for await (const events of askUpstream(answering)) {
      isEmpty &&= events.every(saysNothing);
      if (!isEmpty) yield events;
    }
    if (!isEmpty) return;
    answering.onAskAgain("empty");
  }
}

/** An end that cuts says something: there was no room, or the answer was withheld. */
function saysNothing(event: AnswerEvent): boolean {
  return event.type === "finish" && (event.reason === "stop" || event.reason === "unknown");
}
