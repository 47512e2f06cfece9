/** What tells the series of a metric apart, by name. */
export type Labels = Readonly<Record<string, string>>;

/**
 * A number that only grows, for each set of labels. Written in the text format that Prometheus reads. Source:
 * Prometheus's documentation, "Exposition formats", version 0.0.4.
 */
export class Counter {
  readonly #name: string;
  readonly #help: string;
  readonly #values = new Map<string, number>();

  /** @param name ends in `_total` */
  constructor(name: string, help: string) {
    this.#name = name;
    this.#help = help;
  }

  /** O(labels). */
  add(labels: Labels, amount = 1): void {
    const key = labelText(labels);
    this.#values.set(key, (this.#values.get(key) ?? 0) + amount);
  }

  lines(): string[] {
    return [
      ...heading(this.#name, this.#help, "counter"),
      ...[...this.#values].map(([key, value]) => `${this.#name}${braced(key)} ${value}`),
    ];
  }
}

/** How often a value was at most so large, for each set of labels. */
export class Histogram {
  readonly #name: string;
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, { counts: number[]; sum: number; count: number }>();

  /** @param bounds upper ones, rising */
  constructor(name: string, help: string, bounds: readonly number[]) {
    this.#name = name;
    this.#help = help;
    this.#bounds = bounds;
  }

  /** O(bounds). */
  observe(labels: Labels, value: number): void {
    const key = labelText(labels);
    const series = this.#series.get(key) ?? { counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
    this.#series.set(key, series);
    const at = this.#bounds.findIndex((bound) => value <= bound);
    if (at >= 0) series.counts[at] = (series.counts[at] ?? 0) + 1;
    series.sum += value;
    series.count++;
  }

  lines(): string[] {
    return [
      ...heading(this.#name, this.#help, "histogram"),
      ...[...this.#series].flatMap(([key, series]) => this.#seriesLines(key, series)),
    ];
  }

  #seriesLines(key: string, { counts, sum, count }: { counts: number[]; sum: number; count: number }): string[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += counts[at] ?? 0;
      return this.#bucket(key, String(bound), below);
    });
    return [
      ...buckets,
      this.#bucket(key, "+Inf", count),
      `${this.#name}_sum${braced(key)} ${sum}`,
      `${this.#name}_count${braced(key)} ${count}`,
    ];
  }

  #bucket(key: string, bound: string, count: number): string {
    return `${this.#name}_bucket${braced([key, `le="${bound}"`].filter((part) => part !== "").join(","))} ${count}`;
  }
}

/** A value as it is now. */
export function gaugeLines(name: string, help: string, value: number, labels: Labels = {}): string[] {
  return [...heading(name, help, "gauge"), `${name}${braced(labelText(labels))} ${value}`];
}

function heading(name: string, help: string, type: "counter" | "gauge" | "histogram"): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`)
    .join(",");
}

function braced(key: string): string {
  return key === "" ? "" : `{${key}}`;
}
