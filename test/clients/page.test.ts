import { readFileSync } from "node:fs";
import { CLIENT_SETTINGS } from "@millrace/bridge";
import { describe, expect, test } from "vitest";
import { CLIENTS, FIRST_CLIENTS } from "../../clients/all-clients.js";
import { COLUMNS } from "../../clients/columns.js";
import { withClients } from "../../clients/page.js";
import { faultLines, settingsTable, tableOf } from "../../clients/table.js";

const page = readFileSync(new URL("../../docs/BRIDGE.md", import.meta.url), "utf8");

const TRIED = CLIENTS.slice(0, 2).flatMap((client) =>
  COLUMNS.slice(0, 2).map((column, at) => ({
    client,
    column,
    faults: at === 1 && client === CLIENTS[0] ? ["It stopped."] : [],
    keptPrefix: at === 1 ? 0.905 : 1,
    seconds: 1,
  })),
);

describe("docs/BRIDGE.md", () => {
  test("has the settings of each client: if this fails, run `npm run clients -- --all --write`", () => {
    for (const line of settingsTable()) expect(page).toContain(line);
  });

  test("has settings for each agent that is tried", () => {
    const known = CLIENT_SETTINGS.map(({ client }) => client);
    const agents = CLIENTS.filter(({ kind }) => kind === "agent").map(({ name }) => name.split(",", 1).join(""));
    expect(agents.filter((agent) => !known.includes(agent))).toEqual([]);
  });

  test("has a row for each client, at the version that is tried", () => {
    for (const {
      name,
      package: { version },
      wire,
    } of CLIENTS) {
      expect(page).toContain(`| ${name} | ${version} | ${wire} |`);
    }
  });

  test("keeps what people wrote around the tables", () => {
    const made = withClients(page, TRIED, "2026-01-02");
    expect(made).toContain("Seen on 2026-01-02");
    expect(made).toContain("3 of 4 did the task.");
    expect(made.startsWith(page.slice(0, page.indexOf("<!--")))).toBe(true);
    expect(made.endsWith(page.slice(page.lastIndexOf("-->")))).toBe(true);
    expect(() => withClients("# The bridge\n", TRIED, "2026-01-02")).toThrow("no lines");
  });
});

describe("the table of clients", () => {
  test("has a row a client, and says what is wrong below", () => {
    const [first, second] = CLIENTS;
    expect(tableOf(TRIED).slice(2)).toEqual([
      `| ${first?.name} | ${first?.package.version} | ${first?.wire} | ok | 1 fault | 90 % |`,
      `| ${second?.name} | ${second?.package.version} | ${second?.wire} | ok | ok | 90 % |`,
    ]);
    expect(faultLines(TRIED)).toEqual([`${first?.name}, ${COLUMNS[1]?.name}: It stopped.`]);
  });

  test("has names that are each of one client, those of every build among them", () => {
    const names = CLIENTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(FIRST_CLIENTS.filter((name) => !names.includes(name))).toEqual([]);
  });
});
