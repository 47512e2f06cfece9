import type { AskedAndChecked } from "./try-bridge-faults.js";

/** A line a fault, as Markdown: what clients saw of it when it struck once and when it did not end. */
export function bridgeTable(tried: readonly AskedAndChecked[]): readonly string[] {
  const names = [...new Set(tried.map(({ fault }) => fault.name))];
  return [
    "| fault | struck once: clients see, tries | does not end: clients see, tries | askings | violations |",
    "| --- | --- | --- | ---: | ---: |",
    ...names.map((name) => {
      const all = tried.filter(({ fault }) => fault.name === name);
      const wrong = all.filter(({ violations }) => violations.length > 0).length;
      const cells = (["once", "always"] as const).map((lasts) => seenOf(all.filter((one) => one.lasts === lasts)));
      return `| ${[name, ...cells, all.length, wrong].join(" | ")} |`;
    }),
  ];
}

function seenOf(tried: readonly AskedAndChecked[]): string {
  const ends = [...new Set(tried.map(endOf))].sort().join(" or ");
  const requests = tried.map(({ asked }) => asked.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  return `${ends}, ${least === most ? least : `${least} to ${most}`}`;
}

function endOf({ asked: { seen, summaries } }: AskedAndChecked): string {
  if (seen === undefined) return "nothing";
  if (seen.error !== undefined) return seen.parts.length > 0 ? "a part and an error" : "an error";
  if (seen.parts.length === 0) return "an empty answer";
  const reason = summaries[0]?.reason;
  return reason === "length" || reason === "content-filter" ? "a cut answer" : "the answer";
}
