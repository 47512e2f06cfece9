/** What a client makes of a stream of this wire. Nothing of it is shared with the writer. */
export interface ReadAnswer {
  text: string;
  reasoning: string;
  signatures: unknown[];
  calls: { id: string; name: string; type: string; input: string }[];
  finish: unknown;
  usage: unknown;
  done: boolean;
  /** All that a chunk says beside its choices and usage: the same in each. */
  heads: Set<string>;
}

/** A little reader of its own: events by blank lines, deltas added up. */
export function readChunks(stream: string): ReadAnswer {
  const answer: ReadAnswer = {
    text: "",
    reasoning: "",
    signatures: [],
    calls: [],
    finish: undefined,
    usage: undefined,
    done: false,
    heads: new Set(),
  };
  for (const event of stream.split("\n\n")) {
    if (event === "" || event.startsWith(":")) continue;
    if (answer.done) throw new Error(`Something follows the end: ${event}`);
    if (!event.startsWith("data: ")) throw new Error(`No event: ${event}`);
    if (event === "data: [DONE]") answer.done = true;
    else addChunk(answer, JSON.parse(event.slice("data: ".length)));
  }
  return answer;
}

// biome-ignore lint/suspicious/noExplicitAny: as a client in JavaScript reads it
function addChunk(answer: ReadAnswer, { choices, usage, ...head }: any): void {
  answer.heads.add(JSON.stringify(head));
  if (usage) {
    if (choices.length > 0 || answer.finish === undefined) throw new Error("Usage stands behind the last choice.");
    answer.usage = usage;
  }
  for (const { delta, finish_reason } of choices) {
    if (answer.finish !== undefined) throw new Error("A choice follows the last one.");
    if (finish_reason !== null) answer.finish = finish_reason;
    answer.text += delta.content ?? "";
    answer.reasoning += delta.reasoning_content ?? "";
    for (const { type, data, index } of delta.reasoning_details ?? []) {
      if (type !== "reasoning.encrypted" || index !== answer.signatures.length) throw new Error("Out of order.");
      answer.signatures.push(data);
    }
    for (const piece of delta.tool_calls ?? []) {
      const field = piece.function ?? piece.custom;
      const input = piece.function ? field.arguments : field.input;
      const call = answer.calls[piece.index];
      if (call) call.input += input;
      else if (piece.index === answer.calls.length && input === "") {
        answer.calls.push({ id: piece.id, name: field.name, type: piece.type, input: "" });
      } else throw new Error(`A call begins in a wrong way: ${JSON.stringify(piece)}`);
    }
  }
}
