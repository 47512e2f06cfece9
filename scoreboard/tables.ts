import type { Scored } from "./score.js";

/** A row a file, a column a reader: entries passed of those counted. The last row is the sum. */
export function fileTable(scored: readonly Scored[], readers: readonly string[]): string[] {
  const files = [...new Set(scored.map(({ file }) => file))];
  const row = (name: string, of: readonly Scored[]) =>
    `| ${[name, of.length, ...readers.map((reader) => share(of, reader))].join(" | ")} |`;
  return [
    `| corpus | entries | ${readers.join(" | ")} |`,
    `| --- |${" --: |".repeat(readers.length + 1)}`,
    ...files.map((name) =>
      row(
        name,
        scored.filter(({ file }) => file === name),
      ),
    ),
    row("**all**", scored),
  ];
}

/**
 * A row for each reader beside ours, over the entries where it is counted: what each passes, and how many only one of
 * them does.
 */
export function headToHeadTable(
  scored: readonly Scored[],
  ours: readonly string[],
  others: readonly string[],
): string[] {
  return [
    `| beside | entries | it | ${ours.flatMap((name) => [name, "only ours", "only it"]).join(" | ")} |`,
    `| --- |${" --: |".repeat(2 + 3 * ours.length)}`,
    ...others.map((other) => {
      const counted = scored.filter(({ passed }) => passed.has(other));
      const cells = ours.flatMap((name) => {
        const only = (one: string, than: string) =>
          counted.filter(({ passed }) => passed.get(one) === true && passed.get(than) === false).length;
        return [share(counted, name), only(name, other), only(other, name)];
      });
      return `| ${[other, counted.length, share(counted, other), ...cells].join(" | ")} |`;
    }),
  ];
}

/** A line for each reader of ours that loses entries to another: their ids. */
export function losses(scored: readonly Scored[], ours: readonly string[], others: readonly string[]): string[] {
  return ours.flatMap((name) =>
    others.flatMap((other) => {
      const lost = scored.filter(({ passed }) => passed.get(other) === true && passed.get(name) === false);
      return lost.length === 0 ? [] : [`- ${name} loses to ${other}: ${lost.map(({ id }) => id).join(", ")}`];
    }),
  );
}

function share(of: readonly Scored[], reader: string): string {
  const counted = of.filter(({ passed }) => passed.has(reader));
  if (counted.length === 0) return "-";
  return `${counted.filter(({ passed }) => passed.get(reader) === true).length}/${counted.length}`;
}
