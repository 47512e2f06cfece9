import { benchTools } from "./bench-tools.js";
import { cut, nsPerCharacter, readAll, time } from "./read-time.js";
import { SHAPES } from "./shapes.js";

const TOOLS = benchTools(8);
const SIZES = { "4 KB": 4096, "64 KB": 65_536, "1 MB": 1_048_576 } as const;
const LARGE = 16 * 1_048_576;

/** What DESIGN 10 allows: the ratio to the floor at each size, and ns per character at 16 MB against 64 KB. */
const BUDGETS: Readonly<Record<string, { ratio: number; growth: number }>> = {
  prose: { ratio: 3, growth: 1.75 },
  markup: { ratio: 5, growth: 1.75 },
  "nothing but <": { ratio: 10, growth: 1.75 },
  "small calls": { ratio: 10, growth: 2.5 },
};

/** Times the reader on 4-character deltas against a floor that appends each and looks for a `<`. */
export function benchParser(print: (line: string) => void): boolean {
  let kept = true;
  print(
    `| shape | ${Object.keys(SIZES).join(" | ")} | budget | 64 KB ns/char | 16 MB ns/char | growth | budget | 200 tools |`,
  );
  print(`| --- |${" --: |".repeat(Object.keys(SIZES).length + 6)}`);
  for (const [name, make] of Object.entries(SHAPES)) {
    const budget = BUDGETS[name] ?? { ratio: 0, growth: 0 };
    const ratios = Object.values(SIZES).map((size) => compare(make(size)));
    const small = nsPerCharacter(make(SIZES["64 KB"]), { tools: TOOLS });
    const large = nsPerCharacter(make(LARGE), { tools: TOOLS }, 1);
    const many = nsPerCharacter(make(SIZES["64 KB"]), { tools: benchTools(200) }) / small;
    const worst = Math.max(...ratios);
    const ok = worst <= budget.ratio && large / small <= budget.growth;
    kept &&= ok;
    print(
      `| ${name} | ${ratios.map((ratio) => ratio.toFixed(1)).join(" | ")} | ${budget.ratio}x | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(large / small).toFixed(2)} | ${budget.growth}x | ${many.toFixed(2)}x |${ok ? "" : " over budget"}`,
    );
  }
  return kept;
}

/** Where the floor leaves what it found, so that nothing of it can be left out. */
const sink = { found: 0 };

function floor(deltas: readonly string[]): void {
  let text = "";
  for (const delta of deltas) {
    text += delta;
    if (delta.indexOf("<") !== -1) sink.found++;
  }
  sink.found += text.length;
}

/** Ratio of ours to the floor, the better of three interleaved runs. */
function compare(text: string): number {
  const deltas = cut(text);
  const repeats = Math.max(1, Math.round(4_194_304 / text.length));
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    const base = time(() => floor(deltas), repeats);
    const own = time(() => readAll(deltas, { tools: TOOLS }), repeats);
    if (run > 0) best = Math.min(best, own / base);
  }
  return best;
}
