import { isJsonObject } from "./json.js";
import type { ReceivedRequest } from "./model-request.js";
import type { Answer, AnswerFunction, MadeAnswer, Match, Scenario } from "./scenario.js";

type Source = Answer | AnswerFunction | MadeAnswer;

/** Which answer is next. One with `match` goes to the first request like it, the others go in order. */
export class AnswerQueue {
  readonly #entries: { answer: Source; left: number }[];

  constructor(answers: Scenario["answers"]) {
    this.#entries = answers.map((answer) => ({ answer, left: uses(answer) }));
  }

  /** The answer for this request, used up by it; undefined when nothing is left for it. */
  take(request: ReceivedRequest): Answer | AnswerFunction | undefined {
    const open = this.#entries.filter((entry) => entry.left > 0 && outageOf(entry.answer) === undefined);
    const entry =
      open.find(({ answer }) => matchOf(answer) !== undefined && matches(matchOf(answer), request)) ??
      open.find(({ answer }) => matchOf(answer) === undefined);
    if (entry === undefined) return undefined;
    entry.left -= 1;
    return typeof entry.answer === "object" && "make" in entry.answer ? entry.answer.make : entry.answer;
  }

  /** For how many milliseconds nothing listens before the next answer in line; undefined when that is not so. Uses it up. */
  takeOutage(): number | undefined {
    const line = this.#entries.filter(({ answer, left }) => left > 0 && matchOf(answer) === undefined);
    const end = line.findIndex(({ answer }) => outageOf(answer) === undefined);
    const outages = end === -1 ? line : line.slice(0, end);
    if (outages.length === 0) return undefined;
    const ms = outages.reduce((sum, { answer, left }) => sum + (outageOf(answer) ?? 0) * left, 0);
    for (const outage of outages) outage.left = 0;
    return ms;
  }

  /** How many requests can still be answered; Infinity when an answer repeats for ever. */
  get left(): number {
    return this.#entries.reduce((sum, { answer, left }) => sum + (outageOf(answer) === undefined ? left : 0), 0);
  }
}

function uses(answer: Source): number {
  if (typeof answer === "function") return 1;
  return answer.repeat === "always" ? Number.POSITIVE_INFINITY : (answer.repeat ?? 1);
}

function matchOf(answer: Source): Match | undefined {
  return typeof answer === "function" ? undefined : answer.match;
}

function outageOf(answer: Source): number | undefined {
  return typeof answer === "object" && "fault" in answer && answer.fault?.end === "refuse"
    ? answer.fault.forMs
    : undefined;
}

function matches(match: Match | undefined, request: ReceivedRequest): boolean {
  if (match === undefined) return true;
  const contents = request.messages.map((message) => contentText(message.content ?? message.output));
  const { contains, lastContains } = match;
  return (
    (lastContains === undefined || (contents.at(-1)?.includes(lastContains) ?? false)) &&
    (contains === undefined || contents.some((content) => content.includes(contains))) &&
    (match.model === undefined || request.json.model === match.model) &&
    (match.tools === undefined ||
      (Array.isArray(request.json.tools) && request.json.tools.length > 0) === match.tools) &&
    (match.wire === undefined || request.wire === match.wire) &&
    (match.when === undefined || match.when(request))
  );
}

/** The text of a content, through lists of parts or blocks and the results in them; of what holds no text, its JSON. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return JSON.stringify(content ?? "");
  return content
    .map((part: unknown) => (isJsonObject(part) ? contentText(part.text ?? part.content ?? part) : contentText(part)))
    .join("\n");
}
