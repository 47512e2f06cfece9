import { faultLines, settingsTable, tableOf } from "./table.js";
import type { Tried } from "./try-client.js";

const BEGIN = "<!-- Made by `npm run clients -- --all --write`: begin -->";
const END = "<!-- Made by `npm run clients -- --all --write`: end -->";

/** The page with its tables of clients made anew. Throws where it has no marks around them. */
export function withClients(page: string, tried: readonly Tried[], day: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The page has no lines "${BEGIN}" and "${END}" around what is made.`);
  const good = tried.filter(({ faults }) => faults.length === 0).length;
  const lines = [
    ...settingsTable(),
    "",
    `Seen on ${day}, on Linux with Node ${process.versions.node}: ${good} of ${tried.length} did the task.`,
    "",
    ...tableOf(tried),
    ...faultLines(tried).map((line) => `- ${line}`),
  ];
  return `${page.slice(0, begin + BEGIN.length)}\n\n${lines.join("\n")}\n\n${page.slice(end)}`;
}
