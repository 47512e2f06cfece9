import { createParser, type ToolDefinition } from "@millrace/protocol";

/** Characters of one delta: about what a model server sends. */
const DELTA = 4;
const SIZES = { "4 KB": 4096, "64 KB": 65_536, "1 MB": 1_048_576 } as const;
const LARGE = 16 * 1_048_576;

/** What DESIGN 10 allows: the ratio to the floor at each size, and ns per character at 16 MB against 64 KB. */
const BUDGETS: Readonly<Record<string, { ratio: number; growth: number }>> = {
  prose: { ratio: 3, growth: 1.75 },
  markup: { ratio: 5, growth: 1.75 },
  "nothing but <": { ratio: 10, growth: 1.75 },
  "small calls": { ratio: 10, growth: 2.5 },
};

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  prose: (length) => repeat("The quick brown fox jumps over the lazy dog and looks at the model's answer.\n", length),
  // A file body in which one character in ten is a `<`, half of them of closing tags.
  markup: (length) => body(repeat("<li>first item</li>\n", length)),
  "nothing but <": (length) => body("<".repeat(length)),
  "small calls": (length) => repeat("<read_file>\n<path>src/parse.ts</path>\n</read_file>\n", length),
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
    const small = perCharacter(make(SIZES["64 KB"]), TOOLS);
    const large = perCharacter(make(LARGE), TOOLS, 1);
    const many = perCharacter(make(SIZES["64 KB"]), manyTools(200)) / small;
    const worst = Math.max(...ratios);
    const ok = worst <= budget.ratio && large / small <= budget.growth;
    kept &&= ok;
    print(
      `| ${name} | ${ratios.map((ratio) => ratio.toFixed(1)).join(" | ")} | ${budget.ratio}x | ${small.toFixed(1)} | ${large.toFixed(1)} | ${(large / small).toFixed(2)} | ${budget.growth}x | ${many.toFixed(2)}x |${ok ? "" : " over budget"}`,
    );
  }
  return kept;
}

const TOOLS: readonly ToolDefinition[] = manyTools(8);

function manyTools(count: number): ToolDefinition[] {
  const named: Record<string, string[]> = {
    read_file: ["path", "start_line", "end_line"],
    write_to_file: ["path", "content"],
    replace_in_file: ["path", "diff"],
    list_files: ["path", "recursive"],
    search_files: ["path", "regex", "file_pattern"],
    execute_command: ["command", "timeout_seconds"],
    ask_followup_question: ["question", "options"],
    attempt_completion: ["result"],
  };
  for (let at = Object.keys(named).length; at < count; at++) named[`server_tool_${at}`] = ["query", "limit"];
  return Object.entries(named).map(([name, parameters]) => ({
    name,
    description: "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" }])),
      required: parameters.slice(0, 1),
    },
  }));
}

function repeat(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

function body(content: string): string {
  return `<write_to_file>\n<path>a</path>\n<content>\n${content}\n</content>\n</write_to_file>\n`;
}

function cut(text: string): string[] {
  const deltas: string[] = [];
  for (let at = 0; at < text.length; at += DELTA) deltas.push(text.slice(at, at + DELTA));
  return deltas;
}

let sink = 0;

function floor(deltas: readonly string[]): void {
  let text = "";
  for (const delta of deltas) {
    text += delta;
    if (delta.indexOf("<") !== -1) sink++;
  }
  sink += text.length;
}

function ours(deltas: readonly string[], tools: readonly ToolDefinition[]): void {
  const reader = createParser({ tools, onEvent: () => sink++ });
  for (const text of deltas) reader.push({ type: "text-delta", text });
  reader.end("stop");
  sink += reader.blocks.length;
}

/** Ratio of ours to the floor, the better of three interleaved runs. */
function compare(text: string): number {
  const deltas = cut(text);
  const repeats = Math.max(1, Math.round(4_194_304 / text.length));
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 4; run++) {
    const base = time(() => floor(deltas), repeats);
    const own = time(() => ours(deltas, TOOLS), repeats);
    if (run > 0) best = Math.min(best, own / base);
  }
  return best;
}

function perCharacter(text: string, tools: readonly ToolDefinition[], repeats = 32): number {
  const deltas = cut(text);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++)
    best = Math.min(
      best,
      time(() => ours(deltas, tools), repeats),
    );
  return (best * 1e6) / text.length;
}

/** Milliseconds for one of `repeats` runs. */
function time(run: () => void, repeats: number): number {
  const start = performance.now();
  for (let at = 0; at < repeats; at++) run();
  return (performance.now() - start) / repeats;
}
