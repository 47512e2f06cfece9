import { type Answer, type AnswerFunction, startModelServer } from "@millrace/testkit";
import type { SentInWindow } from "./window-session.js";

// The model of bench/window-session.ts, in a process of its own: its work must not count as the agent's. It reads, edits
// and runs commands, whose outputs are of mixed sizes, and counts what it is sent.
const [turns, bytesPerToken] = [Number(process.argv[2]), Number(process.argv[3])];

/** Lines of the reads and of the commands' outputs, over and over: mostly short, now and then long. */
const READ_LINES = [10, 30, 80, 20, 150, 40, 15, 300, 60, 25];
const OUTPUT_LINES = [5, 60, 400, 20];

const sent: SentInWindow = { requests: 0, mostTokens: 0, bytes: 0, prefixBreaks: 0 };

/** Five reads, two edits, a command and two reads, then again; each call is another than those before. */
function answerOf(turn: number): Answer {
  const step = turn % 10;
  if (step === 5 || step === 6) {
    const edit = Math.floor(turn / 10) * 2 + step - 5;
    const edits = [{ search: `count = ${edit}\n`, replace: `count = ${edit + 1}\n` }];
    return { text: "I count on.", calls: [{ name: "replace_in_file", arguments: { path: "count.txt", edits } }] };
  }
  if (step === 7) {
    const lines = OUTPUT_LINES[Math.floor(turn / 10) % OUTPUT_LINES.length] ?? 0;
    const command = `seq -f "turn ${turn}, line %g of the tests' output" ${lines}`;
    return { calls: [{ name: "execute_command", arguments: { command } }] };
  }
  const first = 1 + turn * 20;
  const last = first + (READ_LINES[turn % READ_LINES.length] ?? 1) - 1;
  return { calls: [{ name: "read_file", arguments: { path: "lines.txt", start_line: first, end_line: last } }] };
}

const answers = Array.from(
  { length: turns + 1 },
  (_, turn): AnswerFunction =>
    ({ body, prefix }) => {
      const bytes = Buffer.byteLength(body);
      const inputTokens = Math.ceil(bytes / bytesPerToken);
      sent.requests += 1;
      sent.bytes += bytes;
      sent.mostTokens = Math.max(sent.mostTokens, inputTokens);
      if (prefix.share < 1) sent.prefixBreaks += 1;
      const answer = turn < turns ? answerOf(turn) : { text: "Done." };
      return { ...answer, usage: { inputTokens, outputTokens: 50 } };
    },
);

const scenario = { answers, prefix: "report" as const };
const server = await startModelServer({ scenario, judge: "off", keepRequests: 1 });
process.send?.(server.url);
process.on("message", () => process.send?.(sent));
process.once("disconnect", () => process.exit());
