import type { EventStream } from "./event-stream.js";
import { MAX_CUT_MESSAGES } from "./limits.js";
import { endedBy, modelFailure, type RunEnding, tellFailure } from "./run-ending.js";
import type { ToolResult } from "./tool.js";
import type { TurnResult } from "./turn.js";

/** What of the run so far has a say in whether it ends here. */
export interface RunSoFar {
  /** Messages in a row that were cut before a call of them was whole, this one included. */
  cuts: number;
  /** In the turn before a call needed an approval that was not given. */
  deniedBefore: boolean;
  /** The user said something that no turn has taken up yet. */
  steered: boolean;
}

/** How a run ends with this turn, told where it is a failure or a limit; undefined where there is something to go on with. */
export function concludeTurn(turn: TurnResult, soFar: RunSoFar, events: EventStream): RunEnding | undefined {
  const { cuts, deniedBefore, steered } = soFar;
  const { end, presented } = turn;
  const { completed, rejected, words } = presented;
  if (end.kind === "failed") {
    const failure = modelFailure(end.error, end.empty === true);
    const failed = tellFailure(events, turn.requestId, failure, turn.untold);
    return end.empty === true && deniedBefore ? endedBy("denied", failure.message) : failed;
  }
  if (completed !== undefined) return { ...endedBy("completed", "Completed."), text: textOf(completed) };
  const spoken = words.length > 0 || steered;
  if (rejected && !spoken) return endedBy("denied", "A call was rejected, and nothing else was said.");
  if (cuts >= MAX_CUT_MESSAGES) {
    const [message, remedy] =
      end.kind === "malformed"
        ? [`The server could not read the calls of ${cuts} messages in a row.`, "Use calls as text, or another model."]
        : [
            `${cuts} messages in a row were cut before a call in them was whole.`,
            "Raise the output limit of the model, or ask for smaller steps.",
          ];
    return tellFailure(events, turn.requestId, { kind: "unknown", message, remedy });
  }
  if (end.kind !== "answer" || spoken) return undefined;
  if (turn.reason !== "length") return endedBy("answered", "Answered.");
  const message = "The answer was cut by the output limit of the model.";
  events.emit({ type: "notice", level: "warning", message });
  return endedBy("answered", message);
}

function textOf({ content }: ToolResult): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
