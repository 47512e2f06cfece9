import { startModelServer } from "@millrace/testkit";

// The model of bench/session.ts, in a process of its own: its work must not count as the agent's. It reads one line of
// a file in each turn, another one each time, and then answers.
const turns = Number(process.argv[2]);
const calls = Array.from({ length: turns }, (_, at) => ({
  calls: [{ name: "read_file", arguments: { path: "lines.txt", start_line: at + 1, end_line: at + 1 } }],
}));
const server = await startModelServer({ scenario: { answers: [...calls, { text: "Done." }] }, judge: "off" });
process.send?.(server.url);
process.once("disconnect", () => process.exit());
