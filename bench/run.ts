import { benchBridge } from "./bridge.js";
import { benchDialects } from "./dialects.js";
import { benchModelsStream } from "./models-stream.js";
import { benchParser } from "./parser.js";
import { benchPrefix } from "./prefix.js";
import { benchPrompt } from "./prompt.js";
import { benchSession } from "./session.js";

/** Every benchmark there is. Each prints a Markdown table and says whether its budgets were kept. */
const BENCHMARKS: Readonly<Record<string, (print: (line: string) => void) => boolean | Promise<boolean>>> = {
  parser: benchParser,
  dialects: benchDialects,
  prompt: benchPrompt,
  "models-stream": benchModelsStream,
  session: benchSession,
  prefix: benchPrefix,
  bridge: benchBridge,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(", ")}. There are: ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\n## ${name}\n`);
    if (!(await run((line) => console.log(line)))) process.exitCode = 1;
  }
}
