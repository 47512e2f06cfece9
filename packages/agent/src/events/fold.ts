import type { Access } from "../approvals/access.js";
import type { Ask } from "../approvals/ask.js";
import { leaveOut, putBack } from "../history/leave-out.js";
import type { Message } from "../history/message.js";
import type { ToolResult } from "../tool.js";
import type { RunEnd, SessionEvent } from "./session-event.js";
import { addUsage, emptyUsage, type UsageTotals } from "./usage-totals.js";

/** What a session is, as told by its events. Plain data but for the two maps, which keep the order of opening. */
export interface SessionState {
  sessionId?: string;
  /** The last event taken, 0 before the first. */
  seq: number;
  /** As the next request would be made from it, less what compaction left out. */
  history: Message[];
  /** Where each message stands in `history`, by its id. */
  places: Map<string, number>;
  /** Before the last compaction, for undoing it. */
  historyBeforeCompaction?: Message[];
  pendingAsks: Map<string, Ask>;
  /** Calls that closed and whose results are not in the history yet. */
  calls: Map<string, CallState>;
  usage: UsageTotals;
  turns: number;
  /** How the last run ended; absent while one runs. */
  end?: { end: RunEnd; exitCode: number; message: string };
}

/** `started` without `result`: whether it had its effect is not known. */
export interface CallState {
  name: string;
  started?: { accesses: readonly Access[]; intendedHashes: Readonly<Record<string, string>> };
  result?: ToolResult;
}

/** The state before the first event. */
export function emptySession(): SessionState {
  return {
    seq: 0,
    history: [],
    places: new Map(),
    pendingAsks: new Map(),
    calls: new Map(),
    usage: emptyUsage(),
    turns: 0,
  };
}

/**
 * The state that a session's events tell. Events of kinds that it does not know are passed over.
 *
 * @example
 * foldSession(journal.events).history
 */
export function foldSession(events: Iterable<SessionEvent>): SessionState {
  const state = emptySession();
  for (const event of events) applyEvent(state, event);
  return state;
}

/**
 * Takes one more event into the state, which it changes. O(1) for each event, O(history)
 * for a compaction. Messages never change: one that was written anew takes the place of the old.
 */
export function applyEvent(state: SessionState, event: SessionEvent): void {
  state.seq = event.seq;
  switch (event.type) {
    case "session-started":
      state.sessionId = event.sessionId;
      break;
    case "user-message":
      delete state.end;
      place(state, event.message);
      break;
    case "assistant-message":
      place(state, event.message);
      break;
    case "tool-results":
      place(state, event.message);
      for (const part of event.message.parts) if (part.type === "tool-result") state.calls.delete(part.callId);
      break;
    case "request-retrying":
    case "request-failed":
    case "request-finished":
      addUsage(state.usage, event);
      break;
    case "call-closed":
      state.calls.set(event.callId, { name: event.block.name });
      break;
    case "call-started":
      state.calls.set(event.callId, {
        name: event.name,
        started: { accesses: event.accesses, intendedHashes: event.intendedHashes },
      });
      break;
    case "call-finished":
      // A call that was cut off never closed: it has no place in the history that could answer it.
      if (event.result.status === "cut-off") break;
      state.calls.set(event.callId, { ...state.calls.get(event.callId), name: event.name, result: event.result });
      break;
    case "ask-opened":
      state.pendingAsks.set(event.ask.id, event.ask);
      break;
    case "ask-answered":
      state.pendingAsks.delete(event.answer.id);
      break;
    case "history-compacted":
      state.historyBeforeCompaction = state.history;
      replaceHistory(state, leaveOut(state.history, new Set(event.dropped), event.summary));
      break;
    case "compaction-undone":
      undoCompaction(state);
      break;
    case "turn-finished":
      state.turns = event.turn;
      break;
    case "run-finished":
      state.end = { end: event.end, exitCode: event.exitCode, message: event.message };
      break;
    default:
      break;
  }
}

/** A message with the id of one that is there replaces it: that is how a message rendered anew is journalled. */
function place(state: SessionState, message: Message): void {
  const at = state.places.get(message.id) ?? state.history.length;
  state.history[at] = message;
  state.places.set(message.id, at);
}

function replaceHistory(state: SessionState, history: readonly Message[]): void {
  state.history = [...history];
  state.places = new Map(history.map((message, at) => [message.id, at]));
}

function undoCompaction(state: SessionState): void {
  const before = state.historyBeforeCompaction;
  if (before === undefined) return;
  replaceHistory(state, putBack(before, state.history));
  delete state.historyBeforeCompaction;
}
