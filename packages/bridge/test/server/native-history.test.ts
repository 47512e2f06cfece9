import { type Answer, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBridge } from "../../src/index.js";

const PARAMETERS = { type: "object", properties: { path: { type: "string" } } };
const ASKED = { role: "user", content: "What is in a.ts?" };
const CALL = { id: "D681PevKs", name: "read_file", arguments: { path: "a.ts" } };

/** How a client of each wire asks, and what it puts into its history: the answer, and the result of the call in it. */
const CLIENTS = {
  "anthropic-messages": {
    path: "/v1/messages",
    answer: { reasoning: "I read it.", calls: [CALL] },
    head: { max_tokens: 100, tools: [{ name: "read_file", input_schema: PARAMETERS }] },
    list: "messages",
    after: ({ content }) => {
      const { id } = content.find(({ type }: { type: string }) => type === "tool_use");
      const result = { type: "tool_result", tool_use_id: id, content: "A" };
      return [
        { role: "assistant", content },
        { role: "user", content: [result] },
      ];
    },
  },
  "openai-responses": {
    path: "/v1/responses",
    answer: { reasoning: "I read it.", calls: [CALL] },
    head: {
      store: false,
      include: ["reasoning.encrypted_content"],
      tools: [{ type: "function", name: "read_file", parameters: PARAMETERS, strict: false }],
    },
    list: "input",
    after: ({ output }) => {
      const { call_id } = output.find(({ type }: { type: string }) => type === "function_call");
      return [...output, { type: "function_call_output", call_id, output: "A" }];
    },
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    answer: {
      reasoningDetails: [{ type: "reasoning.text", text: "I read it.", signature: "c2lnbmVk", index: 0 }],
      calls: [CALL],
    },
    head: { tools: [{ type: "function", function: { name: "read_file", parameters: PARAMETERS } }] },
    list: "messages",
    after: ({ choices: [{ message }] }) => [
      { role: "assistant", ...message },
      { role: "tool", tool_call_id: message.tool_calls[0].id, content: "A" },
    ],
  },
} satisfies Record<
  string,
  {
    path: string;
    answer: Answer;
    head: object;
    list: string;
    // biome-ignore lint/suspicious/noExplicitAny: JSON of a foreign format
    after: (answer: any) => readonly object[];
  }
>;

describe.each(Object.entries(CLIENTS))("in native mode on one wire, %s", (wire, client) => {
  test.each(["native", "salvage"] as const)(
    "the model's server gets back what it signed and how it named its calls, also where the turn was one of mode %s",
    async (firstMode) => {
      const model = await startModelServer({
        scenario: { answers: [client.answer, { text: "It holds A." }], prefix: "report" },
      });
      onTestFinished(() => model.close());
      const ask = async (mode: "native" | "salvage", history: readonly object[]) => {
        const upstream = wire === "anthropic-messages" ? model.url : `${model.url}/v1`;
        const wires = {
          wire: wire as keyof typeof CLIENTS,
          provider: wire === "openai-chat" ? "openrouter" : "custom",
        };
        const bridge = await startBridge({ upstream, mode, apiKey: "key", env: {}, ...wires });
        onTestFinished(() => bridge.close());
        const response = await fetch(`${bridge.url}${client.path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
          body: JSON.stringify({ model: "scripted", ...client.head, [client.list]: history }),
        });
        expect(response.status).toBe(200);
        return response.json();
      };
      const first = await ask(firstMode, [ASKED]);
      await ask("native", [ASKED, ...client.after(first)]);
      expect(model.requests).toHaveLength(2);
      const rules = firstMode === "native" ? /signature|thinking|call-id/ : /signature|thinking/;
      expect(model.violations.filter(({ rule }) => rules.test(rule))).toEqual([]);
    },
  );
});
