import { InvalidOptionError } from "../errors.js";
import { anthropicFc } from "./anthropic-fc.js";
import { antml } from "./antml.js";
import { apertus } from "./apertus.js";
import { auto } from "./auto.js";
import { cline } from "./cline.js";
import { commandA } from "./command-a.js";
import { continueCodeblock } from "./continue-codeblock.js";
import { deepseekDsml } from "./deepseek-dsml.js";
import { deepseekV3 } from "./deepseek-v3.js";
import { deepseekV31 } from "./deepseek-v31.js";
import type { Dialect } from "./dialect.js";
import { functionary } from "./functionary.js";
import { functiongemma } from "./functiongemma.js";
import { functools } from "./functools.js";
import { gemma4 } from "./gemma4.js";
import { glm } from "./glm.js";
import { granite } from "./granite.js";
import { harmony } from "./harmony.js";
import { hermes } from "./hermes.js";
import { hunyuan } from "./hunyuan.js";
import { internlm2 } from "./internlm2.js";
import { jamba } from "./jamba.js";
import { kimiK2 } from "./kimi-k2.js";
import { kimiK3 } from "./kimi-k3.js";
import { lfm2 } from "./lfm2.js";
import { llama3Json } from "./llama3-json.js";
import { llama4Pythonic } from "./llama4-pythonic.js";
import { longcat } from "./longcat.js";
import { markdownJson } from "./markdown-json.js";
import { minimaxM1 } from "./minimax-m1.js";
import { minimaxM2 } from "./minimax-m2.js";
import { minimaxM3 } from "./minimax-m3.js";
import { mistral } from "./mistral.js";
import { morphXml } from "./morph-xml.js";
import { nemotron } from "./nemotron.js";
import { olmo3 } from "./olmo3.js";
import { pythonic } from "./pythonic.js";
import { qwen3Coder } from "./qwen3-coder.js";
import { react } from "./react.js";
import { rooXml } from "./roo-xml.js";
import { seedOss } from "./seed-oss.js";
import { step3 } from "./step3.js";
import { toolCode } from "./tool-code.js";
import { xlam } from "./xlam.js";
import { yamlXml } from "./yaml-xml.js";

const ALL: readonly Dialect[] = [
  cline,
  rooXml,
  morphXml,
  yamlXml,
  hermes,
  granite,
  nemotron,
  jamba,
  hunyuan,
  minimaxM1,
  longcat,
  internlm2,
  commandA,
  apertus,
  functools,
  mistral,
  xlam,
  llama3Json,
  functionary,
  markdownJson,
  deepseekV3,
  deepseekV31,
  kimiK2,
  harmony,
  qwen3Coder,
  seedOss,
  anthropicFc,
  antml,
  minimaxM2,
  deepseekDsml,
  step3,
  glm,
  kimiK3,
  minimaxM3,
  functiongemma,
  gemma4,
  pythonic,
  llama4Pythonic,
  lfm2,
  olmo3,
  toolCode,
  continueCodeblock,
  react,
  auto,
];

const DIALECTS: ReadonlyMap<string, Dialect> = new Map(ALL.map((dialect) => [dialect.name, dialect]));

/** Names of the dialects there are, as `createParser` and `renderTools` take them. */
export const dialectNames: readonly string[] = [...DIALECTS.keys()];

/**
 * The dialect of that name.
 *
 * @throws InvalidOptionError naming the known ones if there is none.
 */
export function getDialect(name: string): Dialect {
  const dialect = DIALECTS.get(name);
  if (dialect === undefined) {
    throw new InvalidOptionError("dialect", `There is no dialect "${name}". Known: ${dialectNames.join(", ")}.`);
  }
  return dialect;
}
