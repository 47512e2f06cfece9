import { createParser, type ParserOptions, type ToolDefinition } from "@millrace/protocol";
import { BatchedWriter } from "../output/batched-writer.js";
import { coloursFor } from "../output/colours.js";
import { describeMessage } from "../parse/describe-message.js";
import { readTools } from "../parse/read-tools.js";
import type { ParseFlags } from "../program.js";
import { readFileFor, readStandardInput } from "../read-input.js";

/**
 * `millrace parse [FILE]`: reads one answer of a model as a run would, and prints what it holds as JSON, or with
 * `--explain` why. Without `--reason` the message ended without one, so nothing is mended.
 * Throws UsageError for a file that cannot be read and a tools file that is none.
 */
export async function parse(file: string | undefined, flags: ParseFlags): Promise<void> {
  const text = file === undefined || file === "-" ? await readStandardInput() : await readFileFor("The answer", file);
  const tools = flags.tools === undefined ? await defaultTools() : await readTools(flags.tools);
  const options: ParserOptions = { tools, dialect: flags.dialect ?? "auto" };

  const reader = createParser(options);
  const size = flags.chunk ?? Math.max(1, text.length);
  for (let at = 0; at < text.length; at += size) reader.push({ type: "text-delta", text: text.slice(at, at + size) });
  reader.end(flags.reason);

  const out = new BatchedWriter(process.stdout);
  if (flags.explain) {
    const [{ explainMessage }, { findHeldPieces }] = await Promise.all([
      import("../parse/explain-message.js"),
      import("../parse/held-pieces.js"),
    ]);
    const held = findHeldPieces(text, options, flags.reason);
    out.write(explainMessage(text, reader, held, coloursFor(process.stdout)));
  } else {
    out.write(`${JSON.stringify(describeMessage(reader.blocks))}\n`);
  }
}

async function defaultTools(): Promise<readonly ToolDefinition[]> {
  const { codingTools } = await import("@millrace/tools");
  return codingTools({ form: "text" });
}
