/** A message of a request to Anthropic, as far as calls and results go. */
export interface SentMessage {
  readonly role: string;
  /** The paths that its calls name, and their ids on the wire. */
  readonly calls: readonly { readonly path: string; readonly id: string }[];
  readonly results: readonly { readonly id: string; readonly text: string; readonly isError: boolean }[];
  /** All of it, as JSON. */
  readonly json: string;
}

/** The messages of a request on Anthropic's wire, where a result says whether it is an error. */
export function sentMessages({ messages }: { messages: readonly Readonly<Record<string, unknown>>[] }): SentMessage[] {
  return messages.map((message) => {
    const blocks = Array.isArray(message.content) ? message.content : [];
    return {
      role: String(message.role),
      calls: blocks.flatMap((block) => (isCall(block) ? [{ path: block.input.path, id: block.id }] : [])),
      results: blocks.flatMap((block) =>
        isResult(block)
          ? [{ id: block.tool_use_id, text: JSON.stringify(block.content), isError: block.is_error === true }]
          : [],
      ),
      json: JSON.stringify(message),
    };
  });
}

/** What is wrong with calls and results: each call must have its result in the very next message, and the other way round. */
export function brokenPair(messages: readonly SentMessage[]): string | undefined {
  for (const [at, { calls }] of messages.entries()) {
    const answers = messages[at + 1]?.results ?? [];
    const asked = calls.map(({ id }) => id);
    const answered = answers.map(({ id }) => id);
    if (`${asked}` !== `${answered}`) return `calls ${asked} are followed by results of ${answered}`;
  }
  return messages[0]?.results.length ? "the first message holds results" : undefined;
}

interface Call {
  readonly id: string;
  readonly input: { readonly path: string };
}

interface Result {
  readonly tool_use_id: string;
  readonly content: unknown;
  readonly is_error?: unknown;
}

function isCall(block: unknown): block is Call {
  return hasType(block, "tool_use");
}

function isResult(block: unknown): block is Result {
  return hasType(block, "tool_result");
}

function hasType(block: unknown, type: string): boolean {
  return typeof block === "object" && block !== null && "type" in block && block.type === type;
}
