import {
  hermesProtocol,
  morphXmlProtocol,
  originalToolsSchema,
  qwen3CoderProtocol,
  type TCMProtocol,
  wrapGenerate,
  yamlXmlProtocol,
} from "@ai-sdk-tool/parser";
import type { CorpusEntry, CorpusResult } from "../../conformance/corpus-entry.js";
import { joinPieces } from "../../conformance/join-pieces.js";
import { judge } from "../judge.js";
import type { Reader } from "../reader.js";

/** Which of its protocols reads which file. The others it has none for. */
const PROTOCOLS: Readonly<Record<string, () => TCMProtocol>> = {
  "cline-xml": morphXmlProtocol,
  hermes: hermesProtocol,
  longcat: () => hermesProtocol({ toolCallStart: "<longcat_tool_call>", toolCallEnd: "</longcat_tool_call>" }),
  "morph-xml": morphXmlProtocol,
  "qwen3-coder": qwen3CoderProtocol,
  "roo-xml": morphXmlProtocol,
  "yaml-xml": yamlXmlProtocol,
};

type Generated = Awaited<ReturnType<typeof wrapGenerate>>;

/** The middleware for the AI SDK, with the protocol that fits the file. Ids are its own; it says neither cut nor reasoning. */
export const AI_SDK_TOOL_PARSER: Reader = {
  name: "@ai-sdk-tool/parser 4.1.26",
  async passes(entry, file) {
    const protocol = PROTOCOLS[file.name];
    if (protocol === undefined) return undefined;
    const nothing: CorpusResult = { text: "", calls: [] };
    // Where it throws there is no answer, which passes nowhere that a call or text is wanted.
    const got = await read(entry, protocol()).catch(() => nothing);
    return judge(got, entry, { partial: false, reasoning: false });
  },
};

/** As a user of the middleware gets it: a whole answer of a model goes in, its content comes out, typed by the tools. */
async function read(entry: CorpusEntry, protocol: TCMProtocol): Promise<CorpusResult> {
  const tools = entry.tools.map(({ name, parameters }) => ({
    type: "function" as const,
    name,
    inputSchema: parameters as object,
  }));
  const answer: Generated = {
    content: [{ type: "text", text: entry.input }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  };
  const { content } = await wrapGenerate({
    protocol,
    doGenerate: async () => answer,
    params: { providerOptions: { toolCallMiddleware: { originalTools: originalToolsSchema.encode(tools) } } },
  });
  return {
    text: joinPieces(content.filter((part) => part.type === "text").map(({ text }) => text)),
    calls: content
      .filter((part) => part.type === "tool-call")
      .map(({ toolName, input }) => ({ name: toolName, arguments: JSON.parse(input) as Record<string, unknown> })),
  };
}
