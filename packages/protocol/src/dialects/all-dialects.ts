import { anthropicFc } from "./anthropic-fc.js";
import { antml } from "./antml.js";
import { apertus } from "./apertus.js";
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

/**
 * All dialects but `auto`, which reads them in this order. It matters where frames of two dialects tie, that is, begin a call
 * at the same character: the first of them gives the call its name. So `markdown-json` stands before `xlam`, whose frames hold
 * a fence of JSON, too; and those that open with a bare bracket or brace and nothing else, `llama3-json` and `pythonic`, come
 * last. `cline` comes first: it is what is named first wherever dialects are listed.
 */
export const ALL_DIALECTS: readonly Dialect[] = [
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
  markdownJson,
  xlam,
  functionary,
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
  lfm2,
  olmo3,
  llama4Pythonic,
  toolCode,
  continueCodeblock,
  react,
  llama3Json,
  pythonic,
];
