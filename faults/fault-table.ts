import type { Told } from "./run-story.js";
import type { Tried } from "./try-faults.js";

/** A line a fault, as Markdown: what was seen of it when it struck once and when it did not end. */
export function faultTable(tried: readonly Tried[]): readonly string[] {
  const names = [...new Set(tried.map(({ strike }) => strike.fault.name))];
  return [
    "| fault | phase | shown as | struck once: exit, requests | does not end: exit, requests | tellings | violations |",
    "| --- | --- | --- | --- | --- | ---: | ---: |",
    ...names.map((name) => {
      const all = tried.filter(({ strike }) => strike.fault.name === name);
      const once = all.filter(({ strike }) => strike.lasts === "once");
      const always = all.filter(({ strike }) => strike.lasts === "always");
      const phases = distinct(all, ({ strike }) => strike.fault.phase);
      const kinds = distinct(all, ({ told }) => shownKinds(told));
      const wrong = all.filter(({ violations }) => violations.length > 0).length;
      const cells = [name, phases, kinds, seen(once), seen(always), String(all.length), String(wrong)];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

function shownKinds({ retried, failed }: Told): string {
  return [...new Set([...retried, ...failed])].join(", ") || "-";
}

function seen(tried: readonly Tried[]): string {
  const codes = distinct(tried, ({ told }) => String(told.result.exitCode));
  const requests = tried.map(({ told }) => told.requests);
  const [least, most] = [Math.min(...requests), Math.max(...requests)];
  return `${codes}, ${least === most ? least : `${least} to ${most}`}`;
}

function distinct(tried: readonly Tried[], of: (one: Tried) => string): string {
  return [...new Set(tried.map(of))].sort().join(" or ");
}
