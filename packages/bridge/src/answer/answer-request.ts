import { isModelError, type ModelError } from "@millrace/agent";
import type { Answering, Told } from "./answering.js";
import { askUntilSaid } from "./ask-until-said.js";
import { insistOnCall } from "./insist-on-call.js";

/**
 * Asks the upstream and tells its answer. Asks again in another way where its server refuses tools or a grammar, where it
 * says nothing, and where a call is wanted and none comes. Throws ModelError where the upstream fails, or the signal's
 * reason; what came before was told. Leaving it closes the connection.
 */
export async function* answerRequest(answering: Answering): Told {
  const { upstream } = answering;
  for (;;) {
    const { mode } = upstream;
    const constrained = upstream.grammars !== undefined;
    let isBegun = false;
    try {
      for await (const events of ask(answering)) {
        isBegun = true;
        yield events;
      }
      return;
    } catch (error) {
      // What was told cannot be taken back: a second answer would stand behind the beginning of the first.
      if (isBegun || !isModelError(error)) throw error;
      // Another request may have found the same out meanwhile.
      if (constrained && refusesGrammar(error)) upstream.stopConstraining();
      else {
        if (error.toolsUnsupported !== true) throw error;
        upstream.stepDown();
        if (upstream.mode === mode) throw error;
      }
    }
  }
}

function ask(answering: Answering): Told {
  const { request, upstream } = answering;
  const wantsCall = request.toolChoice === "required" || typeof request.toolChoice === "object";
  return upstream.mode === "text" && wantsCall && request.tools.length > 0
    ? insistOnCall(answering)
    : askUntilSaid(answering);
}

/** llama.cpp: "failed to parse grammar". vLLM: "Invalid grammar specification". A cut stream is none of it. */
function refusesGrammar({ status, message }: ModelError): boolean {
  return status !== undefined && status >= 400 && /grammar|structured_outputs/i.test(message);
}
