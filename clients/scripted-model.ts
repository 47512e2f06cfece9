import type { AnswerFunction, ModelRequest, Scenario } from "@millrace/testkit";
import type { Hands } from "./client.js";
import type { Family, Said } from "./families/family.js";
import { COMMAND, finalWords, speedLine } from "./task.js";
import type { ToolCall } from "./tool-call.js";

/** Four messages of the task, and what clients ask for beside it: a title, a second try. */
const MOST_ANSWERS = 12;
/** Characters: small enough that all markup comes in pieces. */
const CHUNK = 3;

/**
 * A model that cannot call tools natively: its server refuses a request that offers any. What it says follows from the
 * request alone: how far the task has come from the assistant's messages in it, the numbers from the result that it
 * shows. It calls no tool that the request does not teach in words.
 */
export function scriptedModel(family: Family, hands: Hands, file: string): Scenario {
  const answer: AnswerFunction = (request) => ({
    text: family.write(saidTo(request, hands, file)),
    chunk: CHUNK,
  });
  return {
    server: { models: [{ name: family.model, tools: "refused" }] },
    answers: Array.from({ length: MOST_ANSWERS }, () => answer),
    // Measured by whoever knows which requests are of the task.
    prefix: "report",
    // A field that is the client's own goes on to the server.
    allow: ["unknown-parameter"],
  };
}

/**
 * Is it part of the task, and neither something that a client wants beside it nor a try with native tools? Told by whether
 * the editing tool is taught in words.
 */
export function isOfTask(request: ModelRequest, hands: Hands): boolean {
  return !("tools" in request.json) && isTaught(hands.edit("", "", ""), request);
}

function saidTo(request: ModelRequest, hands: Hands, file: string): Said {
  if (!isOfTask(request, hands)) return { words: "The speed of a mill" };
  const shown = JSON.stringify(request.messages.at(-1)?.content ?? "");
  const turn = request.messages.filter(({ role }) => role === "assistant").length;
  const said = nextStep(turn, shown, hands, file);
  if (said.call === undefined || isTaught(said.call, request)) return said;
  return { words: `Nobody taught me ${said.call.name} as I am to call it.` };
}

function nextStep(turn: number, shown: string, hands: Hands, file: string): Said {
  if (turn === 0) return { words: "I read the file.", call: hands.read(file) };
  if (turn === 2) return { words: "I run the check.", call: hands.run(COMMAND) };
  const speed = Number((turn === 1 ? /speed = (\d+)/ : /checked: speed = (\d+)/).exec(shown)?.[1]);
  if (Number.isNaN(speed)) return { words: `I am shown no speed after ${turn} messages of mine, but ${shown}.` };
  if (turn > 1) return { words: finalWords(speed) };
  return { words: "I raise the speed.", call: hands.edit(file, speedLine(speed), speedLine(speed + 1)) };
}

/** Does what the request says, assistant's messages left out, name the tool and each argument? */
function isTaught(call: ToolCall, { messages }: ModelRequest): boolean {
  const text = JSON.stringify(messages.filter(({ role }) => role !== "assistant"));
  const words = new Set(text.match(/[\w-]+/g));
  return [call.name, ...Object.keys(call.arguments)].every((name) => words.has(name));
}
