/**
 * New lines as the file indents them, where a search text was written with another indentation than the file's.
 *
 * What the search text and the file have at the same line tells what an indentation becomes; one that is not among them
 * becomes the nearest shorter one and the rest step by step.
 *
 * @param searchLines Lines as the model wrote them, equal to `fileLines` but for white space around them.
 * @returns Undefined where the search text contradicts itself (one indentation of it is two in the file): how to indent
 *   is then unknown.
 *
 * @example
 * indentReplacement(["run() {", "  go();"], ["\trun() {", "\t\tgo();"], ["  stop();"]); // ["\t\tstop();"]
 */
export function indentReplacement(
  searchLines: readonly string[],
  fileLines: readonly string[],
  replaceLines: readonly string[],
): string[] | undefined {
  const toFile = new Map<string, string>();
  for (const [index, searchLine] of searchLines.entries()) {
    if (searchLine.trim() === "") continue;
    const written = indentOf(searchLine);
    const real = indentOf(fileLines[index] ?? "");
    if ((toFile.get(written) ?? real) !== real) return undefined;
    toFile.set(written, real);
  }
  const known = [...toFile].sort(([a], [b]) => a.length - b.length);
  const step = stepOf(known);
  return replaceLines.map((line) => {
    if (line.trim() === "") return "";
    const indent = indentOf(line);
    return fileIndent(indent, known, step) + line.slice(indent.length);
  });
}

type Pair = readonly [written: string, real: string];

function fileIndent(indent: string, known: readonly Pair[], step: Pair | undefined): string {
  const base = known.findLast(([written]) => indent.startsWith(written));
  if (base !== undefined) {
    const rest = indent.slice(base[0].length);
    return base[1] + (step === undefined ? rest : inSteps(rest, step));
  }
  // Further left than all the search text: what the file has more than the search text, it has here too.
  const [written, real] = known[0] ?? ["", ""];
  if (real.endsWith(written)) return real.slice(0, real.length - written.length) + indent;
  const excess = written.endsWith(real) ? written.length - real.length : 0;
  return indent.slice(excess);
}

/** What one step to the right is in the search text and in the file. */
function stepOf(known: readonly Pair[]): Pair | undefined {
  for (const [index, [written, real]] of known.entries()) {
    const before = known[index - 1];
    if (before === undefined || !written.startsWith(before[0]) || !real.startsWith(before[1])) continue;
    return [written.slice(before[0].length), real.slice(before[1].length)];
  }
  return undefined;
}

function inSteps(rest: string, [written, real]: Pair): string {
  const steps = Math.floor(rest.length / written.length);
  return rest === written.repeat(steps) ? real.repeat(steps) : rest;
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
