import { bridgeTable } from "./bridge/bridge-table.js";
import { allAskings, tryBridgeFaults } from "./bridge/try-bridge-faults.js";
import { faultTable } from "./fault-table.js";
import { allTellings, tryFaults } from "./try-faults.js";

// npm run faults [-- PART] [FAULT…]: PART is `loop` or `bridge`, default both. Prints a table each, as the docs have it, then
// each violation; exit code 1 where there is one.
const given = process.argv.slice(2);
const parts = ["loop", "bridge"].filter((part) => given.includes(part));
const names = given.filter((word) => !parts.includes(word));
const choice = names.length === 0 ? {} : { faults: names };
const wants = (part: string) => parts.length === 0 || parts.includes(part);
const tellings = wants("loop") ? allTellings(choice) : [];
const askings = wants("bridge") ? allAskings(choice) : [];
if (tellings.length + askings.length === 0) {
  console.log(`There is no fault named ${names.join(" or ")}.`);
  process.exitCode = 2;
}
if (tellings.length > 0) {
  const tried = await tryFaults(tellings);
  const violations = tried.flatMap(({ wire, protocol, strike, violations }) => {
    const where = `${wire}, ${protocol}, ${strike.fault.name} ${strike.lasts} at message ${strike.message}`;
    return violations.map((violation) => `${where}: ${violation}`);
  });
  report(faultTable(tried), `${tried.length} runs`, violations);
}
if (askings.length > 0) {
  const uncaught: string[] = [];
  process.on("unhandledRejection", (reason) => uncaught.push(`nobody caught: ${reason}`));
  process.on("uncaughtException", (error) => uncaught.push(`nobody caught: ${error.stack}`));
  const tried = await tryBridgeFaults(askings);
  const violations = tried.flatMap(({ wire, mode, client, way, fault, lasts, violations }) => {
    const where = `${wire} ${mode} to ${client.wire} ${way}, ${fault.name} ${lasts}`;
    return violations.map((violation) => `${where}: ${violation}`);
  });
  report(bridgeTable(tried), `${tried.length} questions through the bridge`, [...violations, ...uncaught]);
}

function report(table: readonly string[], count: string, violations: readonly string[]): void {
  for (const line of table) console.log(line);
  console.log(`\n${count}, violations: ${violations.length}`);
  for (const violation of violations) console.log(`  ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}
