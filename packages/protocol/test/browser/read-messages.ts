import { type BlockEvent, createBlockStream, type FinishReason, parseAssistantMessage } from "@millrace/protocol";

/** What one message reads as. All of it survives JSON. */
export interface Reading {
  readonly dialect: string;
  readonly blocks: readonly unknown[];
  /** The types of the events that the stream told, each with the text it brought. */
  readonly events: readonly string[];
}

const TOOLS = [
  {
    name: "write_to_file",
    description: "Writes a file.",
    parameters: {
      type: "object" as const,
      properties: { path: { type: "string" as const }, content: { type: "string" as const } },
      required: ["path", "content"],
    },
  },
];

/** The same call, and words before it, as models of different families write them. */
const MESSAGES: readonly { readonly dialect: string; readonly text: string }[] = [
  {
    dialect: "cline",
    text: "Hi ☕.\n<write_to_file>\n<path>a.ts</path>\n<content>\nx < 1\n</content>\n</write_to_file>",
  },
  {
    dialect: "hermes",
    text: 'Hi ☕.\n<tool_call>\n{"name": "write_to_file", "arguments": {"path": "a.ts", "content": "x < 1\\n"}}\n</tool_call>',
  },
  {
    dialect: "qwen3-coder",
    text: "Hi ☕.\n<tool_call>\n<function=write_to_file>\n<parameter=path>\na.ts\n</parameter>\n<parameter=content>\nx < 1\n\n</parameter>\n</function>\n</tool_call>",
  },
  {
    dialect: "mistral",
    text: 'Hi ☕.\n[TOOL_CALLS]write_to_file[ARGS]{"path": "a.ts", "content": "x < 1\\n"}',
  },
];

const REASON: FinishReason = "tool-calls";

/** Reads every message whole, and in short pieces through a stream. */
export async function readMessages(): Promise<readonly Reading[]> {
  return Promise.all(
    MESSAGES.map(async ({ dialect, text }) => ({
      dialect,
      blocks: parseAssistantMessage(text, { tools: TOOLS, dialect, reason: REASON }).blocks.map(shown),
      events: await stream(text, dialect),
    })),
  );
}

async function stream(text: string, dialect: string): Promise<string[]> {
  const blocks = createBlockStream({ tools: TOOLS, dialect });
  const writer = blocks.writable.getWriter();
  const written = (async () => {
    for (let at = 0; at < text.length; at += 3) await writer.write(text.slice(at, at + 3));
    await writer.write({ type: "finish", reason: REASON });
    await writer.close();
  })();
  const events: string[] = [];
  const reader = blocks.readable.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) events.push(told(next.value));
  await written;
  return events;
}

function told(event: BlockEvent): string {
  return "text" in event ? `${event.type} ${event.text}` : event.type;
}

function shown(block: ReturnType<typeof parseAssistantMessage>["blocks"][number]): unknown {
  return block.type === "tool-use" ? [block.name, block.input, block.closedBy] : [block.type, block.text];
}
