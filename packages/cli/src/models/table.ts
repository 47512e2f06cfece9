/** A column: its title, and what stands in it. */
export interface Column<Row> {
  title: string;
  cell(row: Row): string;
}

/** Between two columns. */
const GAP = 2;

/**
 * A table as lines, no wider than its cells: columns with nothing in them are left out. Where the first cell of a row is
 * longer than `nameWidth`, it has a line of its own.
 */
export function tableLines<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  nameWidth: number,
): { head: string; rows: readonly (readonly string[])[] } {
  const used = columns.filter(({ cell }) => rows.some((row) => cell(row) !== ""));
  const widths = used.map(({ title, cell }, at) => {
    const lengths = rows.map((row) => cell(row).length).filter((length) => at > 0 || length <= nameWidth);
    return Math.max(title.length, ...lengths);
  });
  const line = (cells: readonly string[]) =>
    cells
      .map((text, at) => text.padEnd((widths[at] ?? 0) + GAP))
      .join("")
      .trimEnd();
  return {
    head: line(used.map(({ title }) => title)),
    rows: rows.map((row) => {
      const [name = "", ...others] = used.map(({ cell }) => cell(row));
      return name.length <= (widths[0] ?? 0) ? [line([name, ...others])] : [name, line(["", ...others])];
    }),
  };
}
