import { existsSync } from "node:fs";
import { corpusFiles } from "../conformance/corpus-files.js";
import { dataFolder } from "../conformance/folders.js";
import { AI_SDK_TOOL_PARSER } from "./readers/ai-sdk-tool-parser.js";
import { clineV2 } from "./readers/cline-v2.js";
import { ours } from "./readers/ours.js";
import { source } from "./readers/source.js";
import { score } from "./score.js";
import { fileTable, headToHeadTable, losses } from "./tables.js";

// npm run scoreboard: Markdown, as the docs have it.
const { path, variable } = dataFolder("corpus", process.env);
if (existsSync(path)) {
  const own = [ours("Millrace"), ours("Millrace, auto", "auto")];
  const others = [
    await clineV2(path),
    AI_SDK_TOOL_PARSER,
    source("vLLM", "vllm-project/vllm"),
    source("SGLang", "sgl-project/sglang"),
    source("llama.cpp", "ggml-org/llama.cpp"),
  ];
  const scored = await score(path, corpusFiles(process.env), [...own, ...others]);
  const [ownNames, otherNames] = [own, others].map((readers) => readers.map(({ name }) => name));
  const tables = [
    fileTable(scored, [...(ownNames ?? []), ...(otherNames ?? [])]),
    headToHeadTable(scored, ownNames ?? [], otherNames ?? []),
    losses(scored, ownNames ?? [], otherNames ?? []),
  ];
  console.log(tables.map((lines) => lines.join("\n")).join("\n\n"));
} else {
  console.log(`There is no folder ${path} (set ${variable} to where it is).`);
  process.exitCode = 1;
}
