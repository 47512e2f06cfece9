import { faultTable } from "./fault-table.js";
import { allTellings, tryFaults } from "./try-faults.js";

// npm run faults [-- FAULT…]: prints a table, as the docs have it, then each violation; exit code 1 where there is one.
const names = process.argv.slice(2);
const tellings = allTellings(names.length === 0 ? {} : { faults: names });
if (tellings.length === 0) {
  console.log(`There is no fault named ${names.join(" or ")}.`);
  process.exitCode = 2;
} else {
  const tried = await tryFaults(tellings);
  for (const line of faultTable(tried)) console.log(line);
  const violations = tried.flatMap(({ wire, protocol, strike, violations }) => {
    const where = `${wire}, ${protocol}, ${strike.fault.name} ${strike.lasts} at message ${strike.message}`;
    return violations.map((violation) => `${where}: ${violation}`);
  });
  console.log(`\n${tried.length} runs, violations: ${violations.length}`);
  for (const violation of violations) console.log(`  ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}
