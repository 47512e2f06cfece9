import { expect, test } from "vitest";
import { CLIENTS, FIRST_CLIENTS } from "../../clients/all-clients.js";
import { COLUMNS } from "../../clients/columns.js";
import { tryClient } from "../../clients/try-client.js";

// Agents are installed from npm, so they are npm run clients. The SDKs are here already.
const client = CLIENTS.find(({ name, kind }) => kind === "SDK" && FIRST_CLIENTS.includes(name));
const column = COLUMNS.find(({ name }) => name === "hermes");

test("an agent made of the openai package does a task with a model that knows no native tools", async () => {
  if (client === undefined || column === undefined) throw new Error("The clients or the columns were renamed.");
  const tried = await tryClient(client, column);
  expect(tried.faults).toEqual([]);
  expect(tried.keptPrefix).toBe(1);
});

test("a client that ends early is told with all that it left undone", async () => {
  if (client === undefined || column === undefined) throw new Error("The clients or the columns were renamed.");
  const idle = { ...client, launch: () => ({ argv: [process.execPath, "-e", "process.exit(3)"] as const }) };
  const absent = { ...client, launch: () => ({ argv: ["/there/is/no/such-program"] as const }) };
  const [ended, never] = await Promise.all([tryClient(idle, column), tryClient(absent, column)]);
  expect(ended.faults.join("\n")).toMatch(/mill\.txt holds.*\nThe command did not run\.\nIt ended with 3/);
  expect(never.faults).toEqual([expect.stringContaining("such-program")]);
});
