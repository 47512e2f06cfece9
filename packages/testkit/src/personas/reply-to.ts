import { type DialectName, dialectShown } from "./dialects.js";
import type { Faults } from "./faults.js";
import { type Asked, type AskedCall, readProbe } from "./probe-words.js";
import type { SeenPrompt } from "./see-prompt.js";

/** What a model says, before a server has read it. */
export interface Reply {
  thought: string;
  text: string;
  calls: readonly AskedCall[];
  /** How the calls are written: `native` where the prompt showed definitions. */
  syntax: "native" | DialectName;
}

/** What of a model decides on its replies. */
export interface Character {
  /** Its family's own way of writing calls. */
  syntax: DialectName;
  /** Makes several calls in one message. Otherwise only the first of them comes. */
  parallel: boolean;
  /** Words before every call. */
  saysFirst?: string;
  faults?: Faults;
}

/** What the model answers to what it sees. It calls only tools that it sees: defined natively, else taught by a lesson. */
export function replyTo(seen: SeenPrompt, character: Character): Reply {
  const { role, text } = seen.last;
  if (role === "tool" || text.startsWith("<tool_response>")) return prose(`The tool says: ${gist(text)}`);
  const asked = readProbe(text);
  switch (asked.kind) {
    case "word":
      return { ...prose(asked.word), ...(asked.thought !== undefined && { thought: asked.thought }) };
    case "lost-word":
      return prose("I cannot see a code word in your message.");
    case "prose":
      return prose("I have read your message. Tell me what you would like to do next.");
    case "calls":
      return callsFor(asked, seen, character);
  }
}

function callsFor(asked: Extract<Asked, { kind: "calls" }>, seen: SeenPrompt, character: Character): Reply {
  const { calls, at } = asked;
  const chosen = character.parallel ? calls : calls.slice(0, 1);
  const called = {
    thought: "The user wants a tool to be called.",
    text: character.saysFirst ?? "",
    calls: chosen,
  };
  if (calls.every(({ name }) => seen.tools.has(name))) return { ...called, syntax: "native" };

  // Where a template takes no system message, a lesson stands at the head of the user's own words.
  const lesson = `${seen.around}\n${seen.last.text.slice(0, at)}`;
  const taught = dialectShown(lesson);
  const unknown = calls.find(({ name }) => !lesson.includes(name));
  if (taught === undefined || unknown !== undefined) {
    return prose(`I have no tool ${unknown?.name ?? calls[0]?.name ?? ""}, so I cannot call it.`);
  }
  const does = (fault: keyof Faults) => character.faults?.[fault]?.includes(taught) ?? false;
  if (does("ignoresLesson")) return prose("I would call the tool now, and then tell you what came of it.");
  return { ...called, syntax: does("ownSyntax") ? character.syntax : taught };
}

function prose(text: string): Reply {
  return { thought: "The user wants an answer.", text, calls: [], syntax: "native" };
}

/** The first line of a result that says something, without the frame around it. */
function gist(result: string): string {
  const lines = result.split("\n").filter((line) => line.trim() !== "" && !/^<\/?tool_response>$/.test(line));
  return (lines[0] ?? "nothing").slice(0, GIST_CHARACTERS);
}

const GIST_CHARACTERS = 200;
