// Other people's clients through `millrace bridge`, before a model that cannot call tools natively and writes its family's
// dialect: each reads a file, changes it, runs a command and says what came of it. Prints client x dialect, then each
// fault; exit code 1 where there is one. Agents are installed from npm on first use, into node_modules/.cache or the folder
// that MILLRACE_CLIENTS_CACHE names.
//
// npm run clients [-- --all] [--client NAME]… [--dialect NAME]… [--write]
//   without a flag: one SDK and one agent, four dialects
//   --write: with --all, put the tables into docs/BRIDGE.md
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { inParallel } from "../faults/in-parallel.js";
import { CLIENTS, FIRST_CLIENTS } from "./all-clients.js";
import { COLUMNS, FIRST_COLUMNS } from "./columns.js";
import { withClients } from "./page.js";
import { faultLines, tableOf } from "./table.js";
import { tryClient } from "./try-client.js";

/** Cells at once: each is a client, a bridge and a server. */
const AT_ONCE = 2;
const PAGE = new URL("../docs/BRIDGE.md", import.meta.url);

const { values: options } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    client: { type: "string", multiple: true },
    dialect: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
  },
});
const { all, client, dialect, write } = options;
const whole = all && client === undefined && dialect === undefined;
if (write && !whole) throw new Error("--write goes with --all, and with no choice of clients or dialects.");

const few = !(all || client || dialect);
const clients = chosen(CLIENTS, client ?? (all ? undefined : FIRST_CLIENTS));
const columns = chosen(COLUMNS, dialect ?? (few ? FIRST_COLUMNS : undefined));
const cells = clients.flatMap((one) => columns.map((column) => ({ client: one, column })));
const startedAt = performance.now();
const tried = await inParallel(cells, AT_ONCE, async (cell) => {
  const done = await tryClient(cell.client, cell.column);
  const { faults, seconds } = done;
  console.error(
    `${cell.client.name}, ${cell.column.name}: ${faults.length === 0 ? "ok" : faults.length} (${seconds.toFixed(1)} s)`,
  );
  return done;
});

for (const line of [...tableOf(tried), "", ...faultLines(tried)]) console.log(line);
const bad = tried.filter(({ faults }) => faults.length > 0).length;
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
console.log(`${tried.length} tried, ${bad} with faults, ${seconds} s`);
if (bad > 0) process.exitCode = 1;
if (write) {
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(PAGE, withClients(readFileSync(PAGE, "utf8"), tried, day));
}

/** Those that are asked for by name, or all. Throws where a name is none of theirs. */
function chosen<Item extends { name: string }>(
  items: readonly Item[],
  names: readonly string[] | undefined,
): readonly Item[] {
  const unknown = names?.find((asked) => !items.some(({ name }) => name === asked));
  if (unknown !== undefined)
    throw new Error(`There is no "${unknown}". There are: ${items.map(({ name }) => name).join("; ")}.`);
  return items.filter(({ name }) => names?.includes(name) ?? true);
}
