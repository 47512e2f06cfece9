import { leaveImagesOut } from "./leave-images-out.js";
import type { Message } from "./message.js";
import { nativeTurn } from "./native-turn.js";
import { pairResults } from "./pair-results.js";
import { textTurn } from "./text-turn.js";
import type { RequestForm, Turn } from "./turn.js";

/** What a turn became, and what it was made of. */
interface Rendered {
  members: readonly Message[];
  form: string;
  messages: readonly Message[];
}

/** By the first message of the turn: a turn that did not change is rendered once. */
const cache = new WeakMap<Message, Rendered>();

const START: Message = {
  id: "start",
  role: "user",
  parts: [{ type: "text", text: "(The beginning of this conversation was left out.)" }],
};

/**
 * The part of a history that cannot change any more, as long as no new question comes under the rule echo, and what it
 * became.
 */
interface Finished {
  form: string;
  history: readonly Message[];
  messages: readonly Message[];
}

/** By the first message of the history. */
const finishedParts = new WeakMap<Message, Finished>();

/**
 * The messages of a request: user first, strict turns, every call answered, no empty message, each message one text (and
 * images, where the model may take some); natively an assistant's parts stand in the order in which they came. The history
 * is not changed. As long as the history only grows, the messages of one request are the beginning of the next one's, and
 * the same objects; only words of a user that nobody answered yet may grow by more of them, and under the rule echo a
 * finished loop loses its reasoning when the next question comes.
 *
 * O(new messages), and a comparison of pointers for each old one; under the rule echo a new question costs a look-up for
 * each old one.
 */
export function requestMessages(history: readonly Message[], form: RequestForm): readonly Message[] {
  const [first] = history;
  if (first === undefined) return [];
  const key = formKey(form, false);
  const echo = form.profile.reasoning.back === "echo";
  const known = finishedParts.get(first);
  const begun = known?.form === key && begins(history, known.history) ? known : undefined;
  const since = splitTurns(pairResults(begun ? history.slice(begun.history.length) : history));
  const finished = echo && since.some(isQuestion) ? undefined : begun;
  const turns = begun === finished ? since : splitTurns(pairResults(history));
  const inLoopFrom = echo ? turns.findLastIndex(isQuestion) + 1 : turns.length;
  const runningKey = formKey(form, true);
  const messages = [...(finished?.messages ?? (first.role === "assistant" ? [START] : []))];
  let settled = messages.length;
  for (const [index, turn] of turns.entries()) {
    settled = messages.length;
    const inLoop = index >= inLoopFrom;
    messages.push(...renderTurn(turn, form, inLoop, inLoop ? runningKey : key));
  }
  // All before the newest assistant message is settled; what stands behind it may still grow.
  const newest = history.findLastIndex(({ role }) => role === "assistant");
  // Under echo a question behind it has changed how it was written: without that question it would be written otherwise.
  const last = turns.at(-1);
  if (newest > 0 && !(echo && last && isQuestion(last))) {
    finishedParts.set(first, { form: key, history: history.slice(0, newest), messages: messages.slice(0, settled) });
  }
  return messages;
}

/** Whether the history goes on from there with an assistant message, as it did when that part was settled. */
function begins(history: readonly Message[], beginning: readonly Message[]): boolean {
  return history[beginning.length]?.role === "assistant" && beginning.every((message, at) => message === history[at]);
}

/** Natively the words of a user that stand behind no result are a message of their own: the question a loop works on. */
function isQuestion({ assistant, results, users }: Turn): boolean {
  return users.length > 0 && (assistant === undefined || results === undefined);
}

function splitTurns(history: readonly Message[]): Turn[] {
  const turns: { assistant: Message | undefined; results: Message | undefined; users: Message[] }[] = [];
  for (const message of history) {
    const last = turns.at(-1);
    if (message.role === "assistant") turns.push({ assistant: message, results: undefined, users: [] });
    else if (last === undefined) turns.push({ assistant: undefined, results: undefined, users: [message] });
    else if (message.role === "tool") last.results = message;
    else last.users.push(message);
  }
  return turns;
}

/** All of the form that a rendered turn depends on. */
function formKey({ protocol, dialect, tools, profile }: RequestForm, inLoop: boolean): string {
  const { reasoning, parallel, vision } = profile;
  const { back } = reasoning;
  const names = protocol === "text" ? tools.map(({ name }) => name) : [];
  const sees = vision?.value ?? true;
  return JSON.stringify([protocol, dialect, names, back, parallel?.value ?? true, sees, back === "echo" && inLoop]);
}

function renderTurn(turn: Turn, form: RequestForm, inLoop: boolean, key: string): readonly Message[] {
  const members = [turn.assistant, turn.results, ...turn.users].filter((member) => member !== undefined);
  const [first] = members;
  if (first === undefined) return [];
  const known = cache.get(first);
  if (known?.form === key && sameMembers(known.members, members)) return known.messages;
  const shown = form.profile.vision?.value === false ? leaveImagesOut(turn) : turn;
  const messages = form.protocol === "text" ? textTurn(shown, form) : nativeTurn(shown, form, inLoop);
  cache.set(first, { members, form: key, messages });
  return messages;
}

function sameMembers(a: readonly Message[], b: readonly Message[]): boolean {
  return a.length === b.length && a.every((member, at) => member === b[at]);
}
