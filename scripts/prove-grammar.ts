// Do our grammars make llama.cpp itself write only calls that we read? A tiny model of noise writes calls under each
// dialect's grammar, and our reader judges them. It installs the engine (83 MB) into a temporary folder, see
// prove-grammar/engine.ts, so it is no part of the tests.
//
// npm run prove:grammar [-- --calls 1000] [--dialect NAME]… [--beside text|reasoning] [--engine FOLDER]
//   --beside: messages with calls in place of calls alone: whether each is one by the grammar, as our tests read it.
//   --engine: a folder in which node-llama-cpp is installed, or is to be, and stays.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type CallForm, callForms, callGrammar } from "@millrace/protocol";
import { acceptsText } from "../packages/protocol/test/grammar/accepts-text.js";
import { type GbnfGrammar, parseGbnf } from "../packages/protocol/test/grammar/gbnf-grammar.js";
import { GRAMMAR_TOOLS } from "../packages/protocol/test/grammar/grammar-tools.js";
import { installEngine, loadEngine } from "./prove-grammar/engine.js";
import { TextGenerator } from "./prove-grammar/generate-texts.js";
import { judgeText } from "./prove-grammar/judge-text.js";
import { tinyModel } from "./prove-grammar/tiny-model.js";

/** A model of noise seldom closes what it opened. */
const MAX_TEXT_LENGTH = 24;
const WIDTHS = [18, 8, 8, 8, 9];

const { values: options } = parseArgs({
  options: {
    calls: { type: "string", default: "1000" },
    dialect: { type: "string", multiple: true },
    beside: { type: "string", default: "nothing" },
    engine: { type: "string" },
  },
});

const calls = Number(options.calls);
if (!(Number.isSafeInteger(calls) && calls > 0)) throw new Error("--calls takes a whole number above 0.");

const beside = (["nothing", "text", "reasoning"] as const).find((one) => one === options.beside);
if (beside === undefined) throw new Error("--beside takes text or reasoning.");

/** The forms asked for: of a name, or of a dialect. */
function chosenForms(): [name: string, form: CallForm][] {
  const all = [...callForms].filter(([, { mark }]) => beside !== "text" || mark !== undefined);
  if (options.dialect === undefined) return all;
  return options.dialect.flatMap((asked) => {
    const found = all.filter(([name, { dialect }]) => name === asked || dialect === asked);
    if (found.length === 0)
      throw new Error(`There is no form of "${asked}". There are: ${[...callForms.keys()].join(", ")}.`);
    return found;
  });
}

/** Tokens longer than a byte: what stands in the frames, and parts of names, so that tokens lie across rules. */
function longTokens(): string[] {
  const frames = [...callForms.values()].flatMap(({ mark, open, call, close, parameters }) =>
    [mark ?? "", open, call, close, parameters?.scalar ?? ""].flatMap((text) => text.split(/\$[A-Z_]+|(?<=\n)|(?=\n)/)),
  );
  const names = GRAMMAR_TOOLS.flatMap(({ name, parameters }) => [name, ...Object.keys(parameters.properties ?? {})]);
  const parts = names.flatMap((name) => [name, name.slice(0, 3), `"${name}":`, `${name.slice(-2)}>`]);
  return [...new Set([...frames, ...parts, '", "', '"}', "true", "<", "</", "é", "中文", "\n  "])].filter(
    (text) => text.length > 1,
  );
}

/** What a message holds besides calls is noise, which a reader makes of what it can: the grammar itself is the measure. */
function judgeMessage(text: string, grammar: GbnfGrammar): readonly string[] {
  // A surrogate, or what lies beyond Unicode, is one character to llama.cpp, and three or four signs of "unreadable" to us.
  return acceptsText(grammar, text.replace(/\uFFFD+/g, "\uFFFD")) ? [] : ["not by the grammar"];
}

function row(...cells: readonly (string | number)[]): string {
  return cells.map((cell, at) => String(cell).padEnd(WIDTHS[at] ?? 0)).join("| ");
}

const forms = chosenForms();
const folder = options.engine ?? mkdtempSync(join(tmpdir(), "millrace-engine-"));
try {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, "node_modules/node-llama-cpp"))) installEngine(folder);
  const engine = await loadEngine(folder);
  const modelPath = join(folder, "noise.gguf");
  writeFileSync(modelPath, tinyModel(longTokens()));
  const llama = await engine.getLlama({ gpu: false, build: "never", logLevel: "error", maxThreads: 1 });
  const generator = await TextGenerator.create(engine, await llama.loadModel({ modelPath }));
  console.log(row("form", "samples", "cut", "read", "failures", "seconds"));
  for (const [name, form] of forms) {
    const start = performance.now();
    const text = callGrammar(form, GRAMMAR_TOOLS, { maxTextLength: MAX_TEXT_LENGTH, beside });
    const parsed = parseGbnf(text);
    const { texts, cut } = await generator.generate(await llama.createGrammar({ grammar: text }), calls);
    const failed = texts
      .map((one) => ({
        text: one,
        failures: beside === "nothing" ? judgeText(one, form.dialect, GRAMMAR_TOOLS) : judgeMessage(one, parsed),
      }))
      .filter(({ failures }) => failures.length > 0);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(row(name, texts.length, cut, texts.length - failed.length, failed.length, seconds));
    for (const { text, failures } of failed.slice(0, 3))
      console.log(`  ${failures.join(", ")}\n  ${JSON.stringify(text)}`);
    if (failed.length > 0 || texts.length < calls) process.exitCode = 1;
  }
  await llama.dispose();
} finally {
  if (options.engine === undefined) rmSync(folder, { recursive: true, force: true });
}
