import { CLIENT_SETTINGS } from "@millrace/bridge";
import type { Client } from "./client.js";
import type { Tried } from "./try-client.js";

const GOOD = "ok";

/**
 * Lines of a Markdown table: a row a client, a column each of theirs. A cell is `ok` or the number of faults; `prefix kept` is
 * the smallest share of a request that begins the next one, over all of the row.
 */
export function tableOf(tried: readonly Tried[]): readonly string[] {
  const clients = [...new Set(tried.map(({ client }) => client))];
  const columns = [...new Set(tried.map(({ column }) => column.name))];
  return [
    row(["client", "version", "wire", ...columns, "prefix kept"]),
    row(Array.from({ length: columns.length + 4 }, () => "---")),
    ...clients.map((client) => clientRow(client, tried, columns)),
  ];
}

/** What is wrong, a line each. */
export function faultLines(tried: readonly Tried[]): readonly string[] {
  return tried.flatMap(({ client, column, faults }) =>
    faults.map((fault) => `${client.name}, ${column.name}: ${fault}`),
  );
}

/** Lines of the table of what users set in each client that is known. */
export function settingsTable(): readonly string[] {
  return [
    row(["client", "address", "key", "model"]),
    row(["---", "---", "---", "---"]),
    ...CLIENT_SETTINGS.map(({ client, address, key, model }) => row([client, address, key, model])),
  ];
}

function clientRow(client: Client, tried: readonly Tried[], columns: readonly string[]): string {
  const own = tried.filter((each) => each.client === client);
  const cells = columns.map((name) => cellOf(own.find(({ column }) => column.name === name)));
  const kept = Math.min(...own.map(({ keptPrefix }) => keptPrefix));
  return row([client.name, client.package.version, client.wire, ...cells, `${Math.floor(kept * 100)} %`]);
}

function cellOf(tried: Tried | undefined): string {
  if (tried === undefined) return "-";
  const { length } = tried.faults;
  return length === 0 ? GOOD : `${length} fault${length === 1 ? "" : "s"}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
