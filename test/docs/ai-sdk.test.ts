import { readFileSync } from "node:fs";
import { parseAssistantMessage } from "@millrace/protocol";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../../docs/AI-SDK.md", import.meta.url), "utf8");

interface Message {
  role: string;
  content: readonly { text: string }[];
}

/** What a middleware of the community's makes of a request. */
interface Middleware {
  transformParams(call: { type: "generate"; params: object; model: object }): Promise<{ prompt: readonly Message[] }>;
}

const theirs: Readonly<Record<string, unknown>> = {
  ...(await import("@ai-sdk-tool/parser")),
  ...(await import("@ai-sdk-tool/parser/community")),
};
const middlewares = Object.keys(theirs).filter(
  (name) => name.endsWith("ToolMiddleware") && name !== "createToolMiddleware",
);

const parameters = { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } } as const;
const input = { city: "Oslo", days: 2 };

/** A call in a conversation, as one of their middlewares writes it. */
async function written(name: string): Promise<string> {
  const { transformParams } = theirs[name] as Middleware;
  const params = {
    prompt: [
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "1", toolName: "get_weather", input: JSON.stringify(input) }],
      },
    ],
    tools: [{ type: "function", name: "get_weather", description: "", inputSchema: parameters }],
  };
  const { prompt } = await transformParams({ type: "generate", params, model: {} });
  const [said] = prompt.flatMap(({ role, content }) => (role === "assistant" ? content : []));
  return said?.text ?? "";
}

describe("the table of docs/AI-SDK.md for those who come from the community's parser", () => {
  it.each(middlewares)("names a dialect that reads what %s writes", async (name) => {
    const row = page.split("\n").find((line) => line.startsWith("|") && line.includes(`\`${name}\``));
    const [, dialect] = /dialect: "([\w-]+)"/.exec(row ?? "") ?? [];
    const tools = [{ name: "get_weather", description: "", parameters }];
    for (const reads of [dialect ?? "", "auto"]) {
      const { blocks } = parseAssistantMessage(await written(name), { tools, dialect: reads, reason: "stop" });
      expect(blocks).toMatchObject([{ type: "tool-use", name: "get_weather", input, closedBy: "close" }]);
    }
  });
});
