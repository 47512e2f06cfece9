import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What every client is asked for: read a file, change a line of it, run a command, say what it printed. Each step needs
 * what the one before brought to light: the speed stands in the file only, and the command prints it.
 */
export const PROMPT =
  "Read mill.txt, raise its speed by one, then run `sh check.sh` and tell me the speed that it printed.";

const FILE = "mill.txt";
const COPY = "checked.txt";
export const COMMAND = "sh check.sh";

const SPEED = 4711;
/** Text that some dialects must escape, quote or leave alone. */
const REST = `// "turns" <per hour> & 'more' {a: [1]}`;

/** The line that holds the speed. */
export function speedLine(speed: number): string {
  return `speed = ${speed} ${REST}`;
}

/** The words that end the task well. */
export function finalWords(speed: number): string {
  return `The mill now turns at ${speed}.`;
}

export const FINAL_WORDS = finalWords(SPEED + 1);

function fileWith(speed: number): string {
  return `# The mill\n${speedLine(speed)}\nstones = 2\n`;
}

/** Puts the files of the task into the folder. */
export function writeTask(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, FILE), fileWith(SPEED));
  writeFileSync(join(folder, "check.sh"), `cp ${FILE} ${COPY}\necho "checked: $(grep -o 'speed = [0-9]*' ${FILE})"\n`);
}

/** What is not as it should be in the folder once the task is done, a sentence each. */
export function faultsOnDisk(folder: string): readonly string[] {
  const expected = fileWith(SPEED + 1);
  const file = textOf(join(folder, FILE));
  const copy = textOf(join(folder, COPY));
  const faults: string[] = [];
  if (file !== expected) faults.push(`${FILE} holds ${JSON.stringify(file)}.`);
  if (copy === undefined) faults.push("The command did not run.");
  else if (copy !== expected) faults.push("The command ran before the file was changed.");
  return faults;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // A client that failed early may leave nothing behind.
    return undefined;
  }
}
