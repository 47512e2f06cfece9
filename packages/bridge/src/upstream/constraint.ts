import { callFormOf } from "@millrace/protocol";
import type { BridgeMode } from "./mode.js";

/** What decides on whether a model's answers are held to a grammar. */
export interface ConstraintFacts {
  mode: BridgeMode;
  dialect: string;
  /** The upstream takes grammars. */
  takesGrammar: boolean;
  /** It refused one that it was sent. */
  refused: boolean;
}

/** Whether answers are held to the grammar of a dialect, and for people why, or why not: a sentence without its full stop. */
export interface Constraint {
  holds: boolean;
  why: string;
}

/** Never throws; of a dialect that is not there it says that there is no grammar. */
export function constraintOf({ mode, dialect, takesGrammar, refused }: ConstraintFacts): Constraint {
  const form = callFormOf(dialect);
  const no = (why: string): Constraint => ({ holds: false, why: `nothing: ${why}` });
  if (mode !== "text")
    return no(
      "native calls are held to their form by the server itself, if by anything; --mode text teaches calls and holds them",
    );
  if (!takesGrammar)
    return no("no way is known to send this server a grammar (--provider llamacpp or vllm says which)");
  if (refused) return no("its server refused the grammar");
  if (form === undefined) return no(`there is no grammar of the dialect ${dialect}`);
  if (form.mark === undefined) {
    return { holds: true, why: `answers that must be a call; in ${form.dialect} no mark tells other calls from text` };
  }
  return {
    holds: true,
    why: `calls, from their first mark on, in ${form.dialect}; where one is required, the whole answer`,
  };
}
